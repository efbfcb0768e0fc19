-- Purpose  Let a partition hand out work that was built from Postgres.
-- Keys     owner (hash: fence of the lease), epoch (string, ms when it was built); one hash tag
-- Args     fence (of the lease under which the building began)
-- Returns  OPENED | STALE
-- Cost     O(1)
-- Retry    safe: a repeat only moves the time
local owner, epoch = KEYS[1], KEYS[2]
local fence = ARGV[1]

-- Under another lease Redis may have lost what was built before.
if redis.call('HGET', owner, 'fence') ~= fence then
  return {'STALE'}
end
local time = redis.call('TIME')
redis.call('SET', epoch, string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000)))
return {'OPENED'}
