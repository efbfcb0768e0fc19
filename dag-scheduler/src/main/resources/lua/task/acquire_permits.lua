-- Purpose  Take permits of a queue that may run only so many tasks at once, over all partitions.
-- Keys     permits (zset, member = permit, score = end of its lease in ms)
-- Args     most (count that may be out, 1..100000), leaseMs (ms), wanted permits... (1..100)
-- Returns  GRANTED permit... (fewer than wanted, or none, where too many are out)
-- Cost     O((wanted + 200) * log n): of those that have lapsed, none of which counts, 200 are deleted
-- Retry    safe: permits that nobody uses lapse
local permits = KEYS[1]
local most, lease_ms = tonumber(ARGV[1]), tonumber(ARGV[2])
local wanted = {unpack(ARGV, 3)}
-- @include permit_leases
local DELETED_MAX = 200

local ms = math.floor(now_us() / 1000)
local lapsed = redis.call('ZCOUNT', permits, '-inf', ms)
local free = math.min(most - (redis.call('ZCARD', permits) - lapsed), #wanted)
if lapsed > 0 then redis.call('ZPOPMIN', permits, math.min(lapsed, DELETED_MAX)) end
local granted = {}
for i = 1, free do
  redis.call('ZADD', permits, ms + lease_ms, wanted[i])
  granted[i] = wanted[i]
end
expire_with_leases(permits, ms)
return {'GRANTED', unpack(granted)}
