-- Purpose  What a successful check means: nothing was wrong, it is over, or it may be over. Gives the state, no pause, and
--          the transition if there is one.
-- @include append_transition
local function judge_success(incident, retry, transitions, id, result, meta, before, now)
  local known = redis.call('HMGET', incident, 'alerted', 'resolved_at', 'incident_id', 'first_failure_at')
  if not known[1] then
    -- Whoever showed it as up has removed them, and whoever brings them back shows another state.
    if before.state ~= 'up' then
      redis.call('DEL', retry, incident)
    end
    return 'up'
  end
  redis.call('DEL', retry)
  if known[2] then
    return 'up'
  elseif redis.call('HINCRBY', incident, 'success_count', 1) < meta.recovery_threshold then
    return 'down'
  end
  -- The hash stays until the consumer has closed the incident in Postgres, so that nothing overtakes it.
  redis.call('HSET', incident, 'resolved_at', now, 'failure_count', 0)
  local outage = {id = known[3], first_failure_at = known[4]}
  append_transition(transitions, 'resolved', id, outage, now, result, meta)
  return 'up', nil, 'resolved'
end
