-- Purpose  Say that this process holds what is in a range of slots, unless it has lost its memory, or took over, since that was begun.
-- Keys     built (hash, process to when it was built), building (string, word and process of who builds it); one hash tag
-- Args     word (under which it began), run_id (of the process that executes this)
-- Returns  BUILT | LOST (what was brought back may be gone again, or somebody else is at it: nothing changed)
-- Cost     O(1)
-- Retry    safe: the word stays until it ends by itself
local built, building, word, run_id = KEYS[1], KEYS[2], ARGV[1], ARGV[2]
if redis.call('GET', building) ~= word .. '|' .. run_id then
  return {'LOST'}
end
local time = redis.call('TIME')
redis.call('DEL', built)
redis.call('HSET', built, run_id, string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000)))
return {'BUILT'}
