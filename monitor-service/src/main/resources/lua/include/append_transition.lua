-- Purpose  Tell the consumer of the partition's stream that an incident began, ended or went on.
local function append_transition(transitions, kind, id, incident, at, result, meta)
  redis.call('XADD', transitions, '*', 'type', kind, 'monitor', id, 'incident', incident.id, 'at', at,
    'first_failure_at', incident.first_failure_at, 'reason', result.reason, 'status_code', result.status_code,
    'message', result.message, 'version', meta.version)
end
