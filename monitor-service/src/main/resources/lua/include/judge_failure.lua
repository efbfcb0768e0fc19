-- Purpose  What a failed check means: one more try, one more failure, or an incident. Gives the state, the pause before an
--          early next check, and the transition if there is one.
-- @include append_transition
local function judge_failure(incident, retry, transitions, id, result, meta, now)
  local known = redis.call('HMGET', incident, 'alerted', 'resolved_at', 'incident_id')
  local alerted, resolved_at = known[1], known[2]
  redis.call('HSETNX', incident, 'first_failure_at', now)
  redis.call('HSET', incident, 'last_failure_at', now)
  redis.call('PEXPIRE', incident, 604800000)

  -- What is known to be down needs no second look: a lapsed retry count must not make it uncertain again, and an end that
  -- is not even written down yet was none.
  if not alerted then
    local tries = redis.call('INCR', retry)
    redis.call('PEXPIRE', retry, math.max(300000, (meta.retries + 1) * meta.retry_delay + meta.timeout + 60000))
    if tries <= meta.retries then
      return 'confirming', meta.retry_delay
    end
  end

  local failures = redis.call('HINCRBY', incident, 'failure_count', 1)
  local outage = {id = known[3], first_failure_at = redis.call('HGET', incident, 'first_failure_at')}
  if alerted and resolved_at then
    redis.call('HDEL', incident, 'resolved_at', 'success_count')
    append_transition(transitions, 'reopened', id, outage, now, result, meta)
    return 'down', nil, 'reopened'
  elseif alerted then
    redis.call('HDEL', incident, 'success_count')
    return 'down'
  elseif failures < meta.failure_threshold then
    return 'confirming'
  end
  outage.id = 'inc_' .. string.sub(redis.sha1hex(id .. ':' .. outage.first_failure_at), 1, 20)
  redis.call('HSET', incident, 'alerted', 1, 'incident_id', outage.id)
  append_transition(transitions, 'opened', id, outage, now, result, meta)
  return 'down', nil, 'opened'
end
