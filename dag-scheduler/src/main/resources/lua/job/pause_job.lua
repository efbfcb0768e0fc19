-- Purpose  Hold a job back: nothing of it is handed out any more, what runs goes on.
-- Keys     job (hash), gates (hash), events (stream), epoch (hash)
-- Args     job_id, run_id (of the process that executes this), asked (empty: somebody asks; else it is told again what Postgres knows: what
--          the job said when it was compared of when somebody asked last, 0: nobody did)
-- Returns  PAUSED | ALREADY | ENDED status | UNKNOWN | MOVED (somebody asked since)
-- Cost     O(1)
-- Retry    safe: ALREADY
local job, gates, events, epoch = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local job_id, run_id, asked = ARGV[1], ARGV[2], ARGV[3]
-- @include append
-- @include compared

local about = redis.call('HMGET', job, 'status', 'paused', 'cancelling', 'run', 'asked')
if not about[1] then return {'UNKNOWN'} end
if about[1] ~= 'RUNNING' or about[3] then return {'ENDED', about[3] or about[1]} end
if asked ~= '' and asked ~= (about[5] or '0') then return {'MOVED'} end
local us, already = now_us(), about[2] == '1'
-- Before the comparison Postgres may know something else, which this process has lost: it has to hear of it.
if already and (asked ~= '' or compared(epoch, run_id)) then return {'ALREADY'} end
if asked == '' then redis.call('HSET', job, 'asked', whole(us)) end
redis.call('HSET', job, 'paused', '1')
redis.call('HSET', gates, job_id, 0)
append(events, us, 'job', job_id, '', about[4] or '0', 'PAUSED', '', '', '')
return {already and 'ALREADY' or 'PAUSED'}
