-- Purpose  Let a partition hand out work: what this process has of it agrees with Postgres.
-- Keys     owner (hash: fence of the lease), epoch (hash)
-- Args     lease_fence (of the caller), compared (run id of the process that was looked at), run_id (of the process that executes
--          this), attemptMin (the largest that is known)
-- Returns  OPENED epoch | ANOTHER | STALE
-- Cost     O(1)
-- Retry    safe: a repeat only begins another epoch
local owner, epoch = KEYS[1], KEYS[2]
local lease_fence, compared, run_id, attempt_min = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])
-- @include clock

if redis.call('HGET', owner, 'fence') ~= lease_fence then return {'STALE'} end
if compared ~= run_id then return {'ANOTHER'} end
local us = now_us()
local stored = tonumber(redis.call('HGET', epoch, 'fence') or 0)
redis.call('HSET', epoch, 'epoch', whole(us), 'process', run_id, 'fence', whole(math.max(stored, attempt_min, us)))
return {'OPENED', whole(us)}
