-- Purpose  Say that what is in a range of slots was built, unless Redis has lost its memory since that began.
-- Keys     built (string, when it was built), building (string, the word of who builds it); one hash tag
-- Args     word (under which it began)
-- Returns  BUILT | LOST (what was brought back may be gone again, or somebody else is at it: nothing changed)
-- Cost     O(1)
-- Retry    safe: the word stays until it ends by itself
local built, building, word = KEYS[1], KEYS[2], ARGV[1]
if redis.call('GET', building) ~= word then
  return {'LOST'}
end
local time = redis.call('TIME')
redis.call('SET', built, string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000)))
return {'BUILT'}
