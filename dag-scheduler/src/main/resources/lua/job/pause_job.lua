-- Purpose  Hold a job back: nothing of it is handed out any more, what runs goes on.
-- Keys     job (hash), gates (hash), events (stream)
-- Args     job_id
-- Returns  PAUSED | ALREADY | ENDED status | UNKNOWN
-- Cost     O(1)
-- Retry    safe: ALREADY
local job, gates, events = KEYS[1], KEYS[2], KEYS[3]
local job_id = ARGV[1]
-- @include append

local about = redis.call('HMGET', job, 'status', 'paused', 'cancelling')
if not about[1] then return {'UNKNOWN'} end
if about[1] ~= 'RUNNING' or about[3] then return {'ENDED', about[3] or about[1]} end
if about[2] == '1' then return {'ALREADY'} end
redis.call('HSET', job, 'paused', '1')
redis.call('HSET', gates, job_id, 0)
append(events, now_us(), 'job', job_id, '', '0', 'PAUSED', '', '', '')
return {'PAUSED'}
