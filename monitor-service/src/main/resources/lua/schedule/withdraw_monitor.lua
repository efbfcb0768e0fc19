-- Purpose  Stop to run a monitor that was disabled or deleted, and end its incident.
-- Keys     schedule (zset), claim (hash), meta (hash), status (hash), incident (hash), retry (string), recent (list),
--          phases (list), started (hash), transitions (stream); one hash tag
-- Args     id, version (of the definition that says so), message (why)
-- Returns  WITHDRAWN transition | KEPT
-- Cost     O(log n)
-- Retry    safe: a repeat finds nothing; a newer definition stays (KEPT)
local schedule, claim, meta, status, incident = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local retry, recent, phases, started, transitions = KEYS[6], KEYS[7], KEYS[8], KEYS[9], KEYS[10]
local id, version, message = ARGV[1], tonumber(ARGV[2]), ARGV[3]
-- @include parse_meta
-- @include append_transition

local packed = redis.call('HGET', meta, id)
if packed and parse_meta(packed).version > version then
  return {'KEPT'}
end
local transition = ''
local known = redis.call('HMGET', incident, 'alerted', 'resolved_at', 'incident_id', 'first_failure_at')
if known[1] and not known[2] then
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local outage = {id = known[3], first_failure_at = known[4]}
  local result = {reason = 'ok', status_code = 0, message = message}
  append_transition(transitions, 'resolved', id, outage, now, result, {version = version})
  transition = 'resolved'
end
redis.call('ZREM', schedule, id)
redis.call('HDEL', claim, id)
redis.call('HDEL', meta, id)
redis.call('DEL', status, incident, retry, recent, phases, started)
return {'WITHDRAWN', transition}
