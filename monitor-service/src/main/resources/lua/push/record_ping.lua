-- Purpose  Take what a job says about itself: that it did well or failed, or that it begins.
-- Keys     schedule (zset), claim (hash), meta (hash), status (hash), incident (hash), retry (string), recent (list),
--          started (hash run -> ms), phases (list), hist (hash of the hour), transitions (stream); one hash tag
-- Args     id, run (id of the run, or -), signal (start, up, down), result: reason, statusCode, latencyMs (-1: since the
--          start), hour (since 1970, as in hist), message, operation (of the ping; the same again when it is sent again),
--          heardAt (ms, when it was taken, by who tells it again in case it was lost since; 0: now)
-- Returns  RECORDED state transition latencyMs | DUPLICATE state latencyMs | OVERTAKEN | STARTED | GONE
-- Cost     O(log n)
-- Retry    safe: the operation tells a repeat, also when up to two others were heard in between
local schedule, claim, meta, status, incident = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local retry, recent, started, phases = KEYS[6], KEYS[7], KEYS[8], KEYS[9]
local hist, transitions = KEYS[10], KEYS[11]
local id, run, signal, operation, heard_at = ARGV[1], ARGV[2], ARGV[3], ARGV[9], tonumber(ARGV[10])
local result = {verdict = ARGV[3], reason = ARGV[4], status_code = ARGV[5], latency_ms = tonumber(ARGV[6]),
  hour = tonumber(ARGV[7]), message = ARGV[8], phases = '', certificate_days = ''}
-- @include parse_meta
-- @include next_due
-- @include judge_result
-- @include shown_before
-- @include write_result

local deadline = redis.call('ZSCORE', schedule, id)
local packed = redis.call('HGET', meta, id)
local definition = packed and parse_meta(packed)
-- What became a check of another kind must not be cleared by a job that still reports.
if not deadline or not definition or definition.grace < 0 then
  return {'GONE'}
end
local time = redis.call('TIME')
local now_us = time[1] * 1000000 + time[2]
local now = math.floor(now_us / 1000)
if signal == 'start' then
  -- Runs that never end are forgotten together.
  if redis.call('HLEN', started) >= 64 then
    redis.call('DEL', started)
  end
  redis.call('HSET', started, run, now)
  redis.call('PEXPIRE', started, definition.interval + definition.grace)
  -- From now on it has the grace to end; a lease keeps its end.
  if redis.call('HEXISTS', claim, id) == 0 then
    redis.call('ZADD', schedule, 'XX', 'LT', now + definition.grace, id)
  end
  return {'STARTED'}
end

local known = redis.call('HMGET', status, 'operation', 'state', 'latency_ms', 'checked_at')
local operations = {}
for taken in string.gmatch(known[1] or '', '%S+') do
  if taken == operation then
    return {'DUPLICATE', known[2], tonumber(known[3])}
  end
  operations[#operations + 1] = taken
end
-- What was lost and is told again must not overrule what the job has said since, nor a silence that came after its deadline.
if heard_at > 0 and (known[1] and tonumber(known[4]) > heard_at or next_due(definition, heard_at) <= now) then
  return {'OVERTAKEN'}
end
result.operation = table.concat({operation, operations[1], operations[2]}, ' ')
if result.latency_ms < 0 then
  result.latency_ms = now - (tonumber(redis.call('HGET', started, run)) or now)
end
redis.call('HDEL', started, run)
result.bucket = math.ceil(math.log(math.max(1, math.min(result.latency_ms * 1000, 3600000000))) / math.log(1.04))
result.latency_ms = string.format('%.0f', result.latency_ms)
-- A check of the deadline that is under way is void: the job has just been heard.
local fence = string.format('%.0f', math.max(tonumber(redis.call('HGET', claim, 'fence') or 0) + 1, now_us))
redis.call('HSET', claim, 'fence', fence)
redis.call('HDEL', claim, id)
local before = shown_before(status)
local _, transition
result.state, _, transition = judge_result(incident, retry, transitions, id, result, definition, before, now)
write_result(status, recent, phases, hist, result, definition, before, fence, now)
redis.call('ZADD', schedule, 'XX', next_due(definition, heard_at > 0 and heard_at or now), id)
return {'RECORDED', result.state, transition or '', tonumber(result.latency_ms)}
