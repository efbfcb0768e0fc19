-- Purpose  Add to a number that lives for a time after its last change.
-- Keys     number (string)
-- Args     ttl_ms, more (a number, whole or not)
-- Returns  ADDED
-- Cost     O(1)
-- Retry    counts twice
local number = KEYS[1]
local ttl_ms, more = tonumber(ARGV[1]), ARGV[2]

redis.call('INCRBYFLOAT', number, more)
redis.call('PEXPIRE', number, ttl_ms)
return {'ADDED'}
