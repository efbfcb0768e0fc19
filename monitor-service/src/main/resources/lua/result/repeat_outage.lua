-- Purpose  Tell the consumer of the partition's stream once more of an outage that goes on.
-- Keys     status (hash), incident (hash), transitions (stream); one hash tag
-- Args     id, incidentId (text)
-- Returns  REPEATED | OVER
-- Cost     O(1)
-- Retry    safe: who knows of the outage takes no notice
local status, incident, transitions = KEYS[1], KEYS[2], KEYS[3]
local id, incident_id = ARGV[1], ARGV[2]
-- @include append_transition

local known = redis.call('HMGET', incident, 'incident_id', 'resolved_at', 'first_failure_at', 'last_failure_at')
if known[1] ~= incident_id or known[2] then
  return {'OVER'}
end
local shown = redis.call('HMGET', status, 'reason', 'status_code', 'message', 'version')
local result = {reason = shown[1] or 'ok', status_code = shown[2] or 0, message = shown[3] or ''}
local outage = {id = incident_id, first_failure_at = known[3]}
append_transition(transitions, 'reopened', id, outage, known[4], result, {version = shown[4] or 0})
return {'REPEATED'}
