-- Purpose  Bring back an incident that is open in Postgres and was lost here, so that nobody is told of it again. It is over
--          if the monitor was seen up since it began.
-- Keys     incident (hash), status (hash), transitions (stream); one hash tag
-- Args     id, incidentId (text), firstFailureAt (ms), begunAt (ms, when it was last opened), failureCount (count that had
--          opened it), recoveryThreshold (count)
-- Returns  RESTORED | PRESENT
-- Cost     O(1)
-- Retry    safe: a repeat finds it
local incident, status, transitions = KEYS[1], KEYS[2], KEYS[3]
local id, incident_id, first_failure_at, begun_at = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])
local failure_count, recovery_threshold = ARGV[5], tonumber(ARGV[6])
-- @include append_transition

if redis.call('EXISTS', incident) == 1 then
  return {'PRESENT'}
end
redis.call('HSET', incident, 'failure_count', failure_count, 'first_failure_at', first_failure_at,
  'last_failure_at', first_failure_at, 'alerted', 1, 'incident_id', incident_id)
redis.call('PEXPIRE', incident, 604800000)

-- A success that came before this found nothing to end, and the next one may be a day away.
local shown = redis.call('HMGET', status, 'verdict', 'checked_at', 'reason', 'status_code', 'message', 'version')
if shown[1] == 'up' and tonumber(shown[2]) > begun_at then
  redis.call('HSET', incident, 'success_count', 1)
  if recovery_threshold <= 1 then
    redis.call('HSET', incident, 'resolved_at', shown[2], 'failure_count', 0)
    local outage = {id = incident_id, first_failure_at = first_failure_at}
    local result = {reason = shown[3], status_code = shown[4], message = shown[5] or ''}
    append_transition(transitions, 'resolved', id, outage, shown[2], result, {version = shown[6]})
  end
end
return {'RESTORED'}
