-- Purpose  Begin to stop a job: from here on nothing of it is handed out; cancel_tasks ends its tasks.
-- Keys     job (hash), gates (hash), todo (zset), events (stream), epoch (hash)
-- Args     job_id, run (that shall be stopped; 0: whichever is there), becomes (CANCELLED, FAILED: the status it ends with),
--          reason (text), run_id (empty: in any case; else the process that executes this: only if it was compared, since Postgres may
--          know that the job has ended)
-- Returns  CANCELLING | ALREADY | ENDED status | UNKNOWN (also where only an earlier run is there) | REBUILDING
-- Cost     O(1)
-- Retry    safe: ALREADY
local job, gates, todo, events, epoch = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local job_id, run, becomes, reason, run_id = ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4], ARGV[5]
-- @include append
-- @include compared

local about = redis.call('HMGET', job, 'status', 'cancelling', 'run')
if not about[1] or tonumber(about[3]) < run then return {'UNKNOWN'} end
if about[1] ~= 'RUNNING' then return {'ENDED', about[1]} end
if about[2] then return {'ALREADY'} end
if run_id ~= '' and not compared(epoch, run_id) then return {'REBUILDING'} end
local us = now_us()
redis.call('HSET', job, 'cancelling', becomes, 'reason', reason)
redis.call('HSET', gates, job_id, 0)
redis.call('ZREM', todo, 'deadline|' .. job_id)
redis.call('ZADD', todo, math.floor(us / 1000) + 1000, 'cancel|' .. job_id)
append(events, us, 'job', job_id, '', about[3], 'CANCELLING', '', '', becomes .. ' ' .. reason)
return {'CANCELLING'}
