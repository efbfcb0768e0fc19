-- Purpose  Let a job go on that was held back.
-- Keys     job (hash), gates (hash), todo (zset), events (stream), epoch (hash)
-- Args     job_id, run_id (of the process that executes this), asked (as in pause_job)
-- Returns  RESUMED | ALREADY | ENDED status | UNKNOWN | MOVED (somebody asked since)
-- Cost     O(1); its parked tasks follow by unpark_tasks
-- Retry    safe: ALREADY
local job, gates, todo, events, epoch = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local job_id, run_id, asked = ARGV[1], ARGV[2], ARGV[3]
-- @include append
-- @include compared

local about = redis.call('HMGET', job, 'status', 'paused', 'limit', 'cancelling', 'run', 'asked')
if not about[1] then return {'UNKNOWN'} end
if about[1] ~= 'RUNNING' or about[4] then return {'ENDED', about[4] or about[1]} end
if asked ~= '' and asked ~= (about[6] or '0') then return {'MOVED'} end
local us, already = now_us(), about[2] ~= '1'
-- Before the comparison Postgres may know something else, which this process has lost: it has to hear of it.
if already and (asked ~= '' or compared(epoch, run_id)) then return {'ALREADY'} end
if asked == '' then redis.call('HSET', job, 'asked', whole(us)) end
redis.call('HSET', job, 'paused', '0')
if about[3] then redis.call('HSET', gates, job_id, about[3]) else redis.call('HDEL', gates, job_id) end
redis.call('ZADD', todo, math.floor(us / 1000) + 1000, 'unpark|' .. job_id)
append(events, us, 'job', job_id, '', about[5] or '0', 'RESUMED', '', '', '')
return {already and 'ALREADY' or 'RESUMED'}
