-- Purpose  Give running tasks that have no lease entry one that has ended, so that they are handed out again.
-- Keys     running (hash), lease (zset): of one partition
-- Args     ids... (1..500)
-- Returns  ADOPTED count
-- Cost     O(ids * log n)
-- Retry    safe
local running, lease = KEYS[1], KEYS[2]
local ids = {unpack(ARGV, 1)}
-- @include clock

local ms = math.floor(now_us() / 1000)
local adopted = 0
for _, id in ipairs(ids) do
  if redis.call('HEXISTS', running, id) == 1 then
    adopted = adopted + redis.call('ZADD', lease, 'NX', ms, id)
  end
end
return {'ADOPTED', adopted}
