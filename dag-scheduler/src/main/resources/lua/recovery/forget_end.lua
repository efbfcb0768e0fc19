-- Purpose  Forget how a job has ended here, where Postgres knows another end: that is what callers are told then.
-- Keys     job (hash)
-- Args     run, status (that it ended with here)
-- Returns  FORGOTTEN | MOVED
-- Cost     O(1); its other keys lapse as they would have
-- Retry    safe: MOVED
local job = KEYS[1]
local run, status = ARGV[1], ARGV[2]

local about = redis.call('HMGET', job, 'run', 'status')
if about[1] ~= run or about[2] ~= status then return {'MOVED'} end
redis.call('DEL', job)
return {'FORGOTTEN'}
