-- Purpose  Count one up and keep the counter for another while.
-- Keys     counter (string)
-- Args     ttlMs (ms, 1000..86400000)
-- Returns  COUNT value
-- Cost     O(1)
-- Retry    counts once more
local counter = KEYS[1]
local ttl_ms = tonumber(ARGV[1])

local value = redis.call('INCR', counter)
redis.call('PEXPIRE', counter, ttl_ms)
return {'COUNT', value}
