-- Purpose  Find those of some monitors that are down as far as Redis knows.
-- Keys     incidents (hash each); one hash tag
-- Args     none
-- Returns  LISTED (position incidentId lastFailureAt)...
-- Cost     O(incidents), at most 200
-- Retry    safe: reads only
local incidents = {unpack(KEYS)}

local listed = {'LISTED'}
for position, incident in ipairs(incidents) do
  local known = redis.call('HMGET', incident, 'alerted', 'resolved_at', 'incident_id', 'last_failure_at')
  if known[1] and not known[2] then
    listed[#listed + 1] = position - 1
    listed[#listed + 1] = known[3]
    listed[#listed + 1] = tonumber(known[4] or 0)
  end
end
return listed
