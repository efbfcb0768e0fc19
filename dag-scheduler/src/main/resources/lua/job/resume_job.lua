-- Purpose  Let a job go on that was held back.
-- Keys     job (hash), gates (hash), todo (zset), events (stream)
-- Args     job_id
-- Returns  RESUMED | ALREADY | ENDED status | UNKNOWN
-- Cost     O(1); its parked tasks follow by unpark_tasks
-- Retry    safe: ALREADY
local job, gates, todo, events = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local job_id = ARGV[1]
-- @include append

local about = redis.call('HMGET', job, 'status', 'paused', 'limit', 'cancelling')
if not about[1] then return {'UNKNOWN'} end
if about[1] ~= 'RUNNING' or about[4] then return {'ENDED', about[4] or about[1]} end
if about[2] ~= '1' then return {'ALREADY'} end
local us = now_us()
redis.call('HSET', job, 'paused', '0')
if about[3] then redis.call('HSET', gates, job_id, about[3]) else redis.call('HDEL', gates, job_id) end
redis.call('ZADD', todo, math.floor(us / 1000) + 1000, 'unpark|' .. job_id)
append(events, us, 'job', job_id, '', '0', 'RESUMED', '', '', '')
return {'RESUMED'}
