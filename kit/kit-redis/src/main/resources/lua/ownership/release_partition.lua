-- Purpose  Give a partition up before its lease ends, so that another may take it at once.
-- Keys     owner (hash: instance, fence)
-- Args     instance (text), fence (that the caller holds)
-- Returns  RELEASED | NOT_OURS
-- Cost     O(1)
-- Retry    safe: a repeat finds nothing of ours
local owner = KEYS[1]
local instance, fence = ARGV[1], ARGV[2]
local held = redis.call('HMGET', owner, 'instance', 'fence')

if held[1] ~= instance or held[2] ~= fence then
  return {'NOT_OURS'}
end
redis.call('DEL', owner)
return {'RELEASED'}
