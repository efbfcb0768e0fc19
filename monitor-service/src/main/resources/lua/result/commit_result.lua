-- Purpose  Take the result of a check, once, and all that follows from it.
-- Keys     schedule (zset), claim (hash), meta (hash), status (hash), incident (hash), retry (string), recent (list),
--          phases (list), hist (hash of the hour), transitions (stream); one hash tag
-- Args     id, fence (of the claim), version (of the definition that was checked), result: verdict (up, down, unknown), reason,
--          statusCode, latencyMs, bucket (of the latency), hour (since 1970, as in hist), message, phases (us, by commas;
--          empty: none), certificateDays (empty: no certificate)
-- Returns  APPLIED state inMs missed transition | DUPLICATE state | STALE | OUTDATED | GONE
-- Cost     O(log n)
-- Retry    safe: the fence tells a repeat (DUPLICATE) and a claim that was lost meanwhile (STALE)
local schedule, claim, meta, status, incident = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local retry, recent, phases, hist, transitions = KEYS[6], KEYS[7], KEYS[8], KEYS[9], KEYS[10]
local id, fence, version = ARGV[1], ARGV[2], tonumber(ARGV[3])
local result = {verdict = ARGV[4], reason = ARGV[5], status_code = ARGV[6], latency_ms = ARGV[7], bucket = ARGV[8],
  hour = tonumber(ARGV[9]), message = ARGV[10], phases = ARGV[11], certificate_days = ARGV[12]}
-- @include parse_meta
-- @include next_due
-- @include judge_result
-- @include shown_before
-- @include write_result

local lease_end = redis.call('ZSCORE', schedule, id)
local packed = redis.call('HGET', meta, id)
if not lease_end or not packed then
  return {'GONE'}
end
local before = shown_before(status)
if before.fence == fence then
  return {'DUPLICATE', before.state}
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local held, due = string.match(redis.call('HGET', claim, id) or '', '^(%d+) (%d+)')
-- A lease that ran out is lost, whether or not somebody else holds it by now.
if held ~= fence or tonumber(lease_end) < now then
  return {'STALE'}
end
local definition = parse_meta(packed)
redis.call('HDEL', claim, id)
if definition.version ~= version then
  redis.call('ZADD', schedule, 'XX', now, id)
  return {'OUTDATED'}
end

local pause, transition
result.state, pause, transition = judge_result(incident, retry, transitions, id, result, definition, before, now)
write_result(status, recent, phases, hist, result, definition, before, fence, now)
-- A job that is silent is looked at again after its interval, without another grace.
local regular = definition.grace >= 0 and now + definition.interval or next_due(definition, now)
local next_run = pause and now + pause or regular
redis.call('ZADD', schedule, 'XX', string.format('%d', next_run), id)
local missed = math.max(0, math.floor((regular - due) / definition.interval) - 1)
return {'APPLIED', result.state, next_run - now, missed, transition or ''}
