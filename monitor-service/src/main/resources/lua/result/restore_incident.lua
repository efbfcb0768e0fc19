-- Purpose  Bring back an incident that is open in Postgres and was lost here, so that nobody is told of it again.
-- Keys     incident (hash)
-- Args     incidentId (text), firstFailureAt (ms), failureCount (count that had opened it)
-- Returns  RESTORED | PRESENT
-- Cost     O(1)
-- Retry    safe: a repeat finds it
local incident = KEYS[1]
local incident_id, first_failure_at, failure_count = ARGV[1], ARGV[2], ARGV[3]

if redis.call('EXISTS', incident) == 1 then
  return {'PRESENT'}
end
redis.call('HSET', incident, 'failure_count', failure_count, 'first_failure_at', first_failure_at,
  'last_failure_at', first_failure_at, 'alerted', 1, 'incident_id', incident_id)
redis.call('PEXPIRE', incident, 604800000)
return {'RESTORED'}
