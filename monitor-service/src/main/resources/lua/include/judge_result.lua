-- Purpose  What a result means for its monitor. Gives the state, the pause before an early next check, and the transition.
-- @include judge_failure
-- @include judge_success
local function judge_result(incident, retry, transitions, id, result, meta, before, now)
  if result.verdict == 'up' then
    return judge_success(incident, retry, transitions, id, result, meta, before, now)
  elseif result.verdict == 'down' then
    return judge_failure(incident, retry, transitions, id, result, meta, now)
  end
  -- Nothing was learned: counts go neither up nor back.
  local known = redis.call('HMGET', incident, 'alerted', 'resolved_at')
  return known[1] and not known[2] and 'down' or 'unknown'
end
