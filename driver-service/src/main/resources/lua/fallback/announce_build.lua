-- Purpose  Say who is building a range of slots from now on; who was at it before is not any more.
-- Keys     building (string, word and process of who builds it)
-- Args     word (that nobody has used before), ttl_ms, run_id (of the process that executes this)
-- Returns  ANNOUNCED
-- Cost     O(1)
-- Retry    safe
local building, word, ttl_ms, run_id = KEYS[1], ARGV[1], ARGV[2], ARGV[3]
redis.call('SET', building, word .. '|' .. run_id, 'PX', ttl_ms)
return {'ANNOUNCED'}
