-- Purpose  Give claims back unused: at an orderly stop, or to check later because the target is busy.
-- Keys     schedule (zset, score = next run or end of lease in ms), claim (hash id -> fence due claimed_at); one hash tag
-- Args     delayMs (ms, 0..60000), monitors (id, fence)... of claims
-- Returns  RELEASED count
-- Cost     O(monitors * log n), at most 500 monitors
-- Retry    safe: a repeat finds no claim with that fence
local schedule, claim = KEYS[1], KEYS[2]
local delay_ms, monitors = tonumber(ARGV[1]), ARGV
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local released = 0
for i = 2, #monitors, 2 do
  local id, fence = monitors[i], monitors[i + 1]
  local held, due = string.match(redis.call('HGET', claim, id) or '', '^(%d+) (%d+)')
  if held == fence then
    redis.call('ZADD', schedule, 'XX', now + delay_ms, id)
    redis.call('HSET', claim, id, '0 ' .. due .. ' ' .. now)
    released = released + 1
  end
end
return {'RELEASED', released}
