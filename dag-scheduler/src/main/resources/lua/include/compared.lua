-- Purpose  Say whether a partition was compared with Postgres in the process that executes this, which may otherwise have lost what that knows.
local function compared(epoch, run_id)
  local era = redis.call('HMGET', epoch, 'epoch', 'process')
  return era[1] and era[2] == run_id
end
