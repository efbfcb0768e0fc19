-- Purpose  Crossings were written down: they need not be told again.
-- Keys     inside (hash)
-- Args     told (crossings, as cross_fences answered them)...
-- Returns  FORGOTTEN count
-- Cost     O(n)
-- Retry    safe
local inside, told = KEYS[1], {unpack(ARGV)}
local is_told, left, count = {}, {}, 0
for _, crossing in ipairs(told) do
  is_told[crossing] = true
end
for crossing in string.gmatch(redis.call('HGET', inside, 'untold') or '', '%S+') do
  if is_told[crossing] then
    count = count + 1
  else
    left[#left + 1] = crossing
  end
end
if count > 0 then
  redis.call('HSET', inside, 'untold', table.concat(left, ' '))
end
return {'FORGOTTEN', count}
