-- Purpose  Take permits of a queue that may run only so many tasks at once, over all partitions.
-- Keys     permits (zset, member = permit, score = end of its lease in ms)
-- Args     most (count that may be out, 1..100000), leaseMs (ms), wanted permits... (1..100)
-- Returns  GRANTED permit... (fewer than wanted, or none, where too many are out)
-- Cost     O(wanted * log n + lapsed)
-- Retry    safe: permits that nobody uses lapse
local permits = KEYS[1]
local most, lease_ms = tonumber(ARGV[1]), tonumber(ARGV[2])
local wanted = {unpack(ARGV, 3)}
-- @include permit_leases

local ms = math.floor(now_us() / 1000)
redis.call('ZREMRANGEBYSCORE', permits, '-inf', ms)
local free = math.min(most - redis.call('ZCARD', permits), #wanted)
local granted = {}
for i = 1, free do
  redis.call('ZADD', permits, ms + lease_ms, wanted[i])
  granted[i] = wanted[i]
end
expire_with_leases(permits, ms)
return {'GRANTED', unpack(granted)}
