-- Purpose  Check a monitor now; its grid stays where it is.
-- Keys     schedule (zset, score = next run or end of lease in ms), claim (hash id -> fence due claimed_at); one hash tag
-- Args     id
-- Returns  HASTENED | RUNNING | GONE
-- Cost     O(log n)
-- Retry    safe: at worst it is checked once more
local schedule, claim = KEYS[1], KEYS[2]
local id = ARGV[1]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local score = redis.call('ZSCORE', schedule, id)
if not score then
  return {'GONE'}
end
local held = string.match(redis.call('HGET', claim, id) or '0 ', '^(%d+) ')
if held ~= '0' and tonumber(score) > now then
  return {'RUNNING'}
end
redis.call('ZADD', schedule, 'XX', 'LT', now, id)
return {'HASTENED'}
