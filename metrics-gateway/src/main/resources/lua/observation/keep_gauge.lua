-- Purpose  Keep what an instance says of a gauge, for a time.
-- Keys     gauge (hash instance -> value and when it is forgotten, ms)
-- Args     instance, value, relative (1: to what it was), ttl_ms, most (instances)
-- Returns  KEPT value | FULL
-- Cost     O(1); O(instances) where there is no room
-- Retry    safe, unless relative
local gauge = KEYS[1]
local instance, value, relative, ttl_ms, most = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4]), tonumber(ARGV[5])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local before = redis.call('HGET', gauge, instance)
if not before and redis.call('HLEN', gauge) >= most then
  -- bounded: most instances
  local all = redis.call('HGETALL', gauge)
  for i = 1, #all, 2 do
    if tonumber(string.match(all[i + 1], ' (%d+)$')) <= now then redis.call('HDEL', gauge, all[i]) end
  end
  if redis.call('HLEN', gauge) >= most then return {'FULL'} end
end
if relative == '1' and before then
  local last, ends = string.match(before, '^(%S+) (%d+)$')
  if tonumber(ends) > now then value = string.format('%.17g', tonumber(last) + tonumber(value)) end
end
redis.call('HSET', gauge, instance, value .. ' ' .. string.format('%d', now + ttl_ms))
redis.call('PEXPIRE', gauge, ttl_ms)
return {'KEPT', value}
