-- Purpose  Give streams that grow a place among those whose last points are kept, as long as there is one.
-- Keys     streams (zset: name -> until when it has its place, ms)
-- Args     most (streams), ttl_ms, then at most 500 names
-- Returns  ADMITTED | FULL name...
-- Cost     O(names), and once for each that fell silent
-- Retry    safe
local streams = KEYS[1]
local most, ttl_ms, names = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

redis.call('ZREMRANGEBYSCORE', streams, '-inf', now)
local size = redis.call('ZCARD', streams)
local without = {'FULL'}
for i = 3, #names do
  if size < most or redis.call('ZSCORE', streams, names[i]) then
    size = size + redis.call('ZADD', streams, now + ttl_ms, names[i])
  else
    without[#without + 1] = names[i]
  end
end
redis.call('PEXPIRE', streams, ttl_ms)
if #without == 1 then return {'ADMITTED'} end
return without
