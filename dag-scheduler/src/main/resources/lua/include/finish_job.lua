-- Purpose  End a job whose tasks have all ended.
-- @include event
local function finish_job(job, cursor, gates, todo, journal, job_id, us)
  local about = redis.call('HMGET', job, 'cancelling', 'failed', 'onFailure', 'reason', 'run')
  local bad = tonumber(about[2] or 0) > 0 and about[3] ~= 'ignore'
  local status = about[1] or bad and 'FAILED' or 'COMPLETED'
  local ms = whole(math.floor(us / 1000))
  redis.call('HSET', job, 'status', status, 'finishedAtMs', ms)
  redis.call('DEL', cursor)
  redis.call('HDEL', gates, job_id)
  redis.call('ZREM', todo, 'deadline|' .. job_id, 'fanout|' .. job_id, 'cancel|' .. job_id, 'unpark|' .. job_id,
    'known|' .. job_id)
  redis.call('ZADD', todo, ms, 'expire|' .. job_id)
  note(journal, us, 'job', job_id, '', about[5] or '0', status, '', '', about[4] or '')
  return status
end
