-- Purpose  Count the final failure of a task; where its job says so, begin to stop the rest.
-- @include event
local function count_failure(job, gates, todo, journal, job_id, name, us)
  redis.call('HINCRBY', job, 'failed', 1)
  if redis.call('HGET', job, 'onFailure') == 'cancel' and redis.call('HSETNX', job, 'cancelling', 'FAILED') == 1 then
    local reason = 'task ' .. name .. ' failed'
    redis.call('HSET', job, 'reason', reason)
    redis.call('HSET', gates, job_id, 0)
    redis.call('ZADD', todo, math.floor(us / 1000), 'cancel|' .. job_id)
    note(journal, us, 'job', job_id, '', redis.call('HGET', job, 'run') or '0', 'CANCELLING', '', '', 'FAILED ' .. reason)
  end
end
