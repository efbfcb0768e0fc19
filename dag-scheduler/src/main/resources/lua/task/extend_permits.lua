-- Purpose  Give permits in use the lease of their tasks. One that has lapsed meanwhile is taken back even if too many are out then.
-- Keys     permits (zset, member = permit, score = end of its lease in ms)
-- Args     beats: permit, leaseEndMs (1..100 pairs)
-- Returns  EXTENDED
-- Cost     O(pairs * log n)
-- Retry    safe
local permits = KEYS[1]
local beats = {unpack(ARGV, 1)}
-- @include permit_leases

for i = 1, #beats, 2 do
  redis.call('ZADD', permits, beats[i + 1], beats[i])
end
expire_with_leases(permits, math.floor(now_us() / 1000))
return {'EXTENDED'}
