-- Purpose  Forget an incident that is closed in Postgres, unless it went on meanwhile.
-- Keys     incident (hash)
-- Args     incidentId (text)
-- Returns  CLOSED | OTHER | GONE
-- Cost     O(1)
-- Retry    safe: a repeat finds nothing, or an incident that is another one or goes on
local incident = KEYS[1]
local incident_id = ARGV[1]

local known = redis.call('HMGET', incident, 'incident_id', 'resolved_at')
if not known[1] then
  return {'GONE'}
elseif known[1] ~= incident_id or not known[2] then
  return {'OTHER'}
end
redis.call('DEL', incident)
return {'CLOSED'}
