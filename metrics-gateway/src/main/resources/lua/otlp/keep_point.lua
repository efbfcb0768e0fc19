-- Purpose  Keep the last point of a stream that grows.
-- Keys     point (string: start, time, both of 19 digits, then what was counted)
-- Args     text, ttl_ms
-- Returns  KEPT | LATE
-- Cost     O(1)
-- Retry    safe
local point = KEYS[1]
local text, ttl_ms = ARGV[1], tonumber(ARGV[2])

local before = redis.call('GET', point)
if before and string.sub(before, 1, 39) > string.sub(text, 1, 39) then return {'LATE'} end
redis.call('SET', point, text, 'PX', ttl_ms)
return {'KEPT'}
