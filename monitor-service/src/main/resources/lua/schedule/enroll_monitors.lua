-- Purpose  Make monitors of a partition run as they are defined now, or check that they do.
-- Keys     schedule (zset, score = next run or end of lease in ms), claim (hash id -> fence due claimed_at),
--          meta (hash id -> definition); one hash tag
-- Args     atOnce (1: run new and changed ones now, 0: at the next point of their grid, or before it where they were to),
--          monitors (id, packed definition)...
-- Returns  ENROLLED changed
-- Cost     O(monitors * log n), at most 500 monitors
-- Retry    safe: a repeat finds everything as it should be; an older version changes nothing
local schedule, claim, meta = KEYS[1], KEYS[2], KEYS[3]
local at_once, monitors = ARGV[1] == '1', ARGV
-- @include parse_meta
-- @include next_due
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local changed = 0
for i = 2, #monitors, 2 do
  local id, packed = monitors[i], monitors[i + 1]
  local stored = redis.call('HGET', meta, id)
  local definition, before = parse_meta(packed), stored and parse_meta(stored)
  if not before or before.version <= definition.version then
    local score = tonumber(redis.call('ZSCORE', schedule, id))
    local is_claimed = score and score > now and string.match(redis.call('HGET', claim, id) or '0 ', '^(%d+) ') ~= '0'
    -- Never further away than it can be by itself: what waits for longer was lost.
    local horizon = now + definition.interval + math.max(definition.grace, 0) + definition.retry_delay
    if stored ~= packed then
      redis.call('HSET', meta, id, packed)
    end
    -- A check under way ends by its own commit, which is told that the definition changed.
    if not is_claimed and (stored ~= packed or not score or score > horizon) then
      local is_push = definition.grace >= 0
      local due = at_once and not is_push and now or next_due(definition, now)
      -- No change puts off what was to come: the second look at a failure, what a lost lease left, the deadline of a job,
      -- unless that now has more time to report.
      local has_more_time = is_push and before
        and (before.grace < 0 or before.interval + before.grace < definition.interval + definition.grace)
      redis.call('ZADD', schedule, before and not has_more_time and math.min(score or due, due) or due, id)
      changed = changed + 1
    end
  end
end
return {'ENROLLED', changed}
