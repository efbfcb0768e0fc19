-- Purpose  Say that one process lives, forget those that lapsed, and list the living.
-- Keys     live (zset, member = instance id, score = expiry in ms)
-- Args     instance (text), lifetimeMs (ms, 1000..600000), idsMax (count, 1..1000)
-- Returns  JOINED count id... | RENEWED count id...
-- Cost     O(log n + lapsed + idsMax), n = live processes of one service
-- Retry    safe: a repeat only moves the same expiry
local live = KEYS[1]
local instance, lifetime_ms, ids_max = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

redis.call('ZREMRANGEBYSCORE', live, '-inf', now)
local joined = redis.call('ZADD', live, now + lifetime_ms, instance) == 1
-- Versions with other lifetimes may share the key: it lives as long as the longest needs.
if redis.call('PTTL', live) < lifetime_ms then
  redis.call('PEXPIRE', live, lifetime_ms)
end

local count = redis.call('ZCARD', live)
local ids = redis.call('ZRANGE', live, 0, ids_max - 1)
return {joined and 'JOINED' or 'RENEWED', count, unpack(ids)}
