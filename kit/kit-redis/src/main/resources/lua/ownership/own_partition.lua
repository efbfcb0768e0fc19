-- Purpose  Take the lease of one partition, or keep it.
-- Keys     owner (hash: instance, fence; its TTL is the lease)
-- Args     instance (text), fence (that the caller holds, 0 for none), leaseMs (ms, 1000..600000)
-- Returns  GAINED fence previousFence (empty: there was no lease) | KEPT | TAKEN instance
-- Cost     O(1)
-- Retry    safe: who gained and did not hear of it gains again, under a larger fence
local owner = KEYS[1]
local instance, fence, lease_ms = ARGV[1], ARGV[2], tonumber(ARGV[3])
local held = redis.call('HMGET', owner, 'instance', 'fence')

if held[1] and held[1] ~= instance then
  return {'TAKEN', held[1]}
end
if held[1] and held[2] == fence then
  redis.call('PEXPIRE', owner, lease_ms)
  return {'KEPT'}
end

-- The clock keeps fences growing when the key is gone; the held one, when a failover brought an older clock.
local time = redis.call('TIME')
local now_us = time[1] * 1000000 + time[2]
local next_fence = string.format('%.0f', math.max(now_us, tonumber(held[2] or fence) + 1))
redis.call('HSET', owner, 'instance', instance, 'fence', next_fence)
redis.call('PEXPIRE', owner, lease_ms)
return {'GAINED', next_fence, held[2] or ''}
