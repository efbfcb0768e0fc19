-- Purpose  Say in which fences a driver was, of whom nothing is known any more.
-- Keys     inside (hash, as cross_fences has it)
-- Args     stored (the fences, as the field has them)
-- Returns  REMINDED | KNOWN (nothing changed)
-- Cost     O(fences)
-- Retry    safe
local inside, stored = KEYS[1], ARGV[1]
if redis.call('EXISTS', inside) == 1 then
  return {'KNOWN'}
end
redis.call('HSET', inside, 'version', '0', 'list', '0', 'fences', stored, 'untold', '')
redis.call('EXPIRE', inside, 86400)
return {'REMINDED'}
