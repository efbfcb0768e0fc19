-- Purpose  Let a partition hand out no work unless it was compared with Postgres in this very process; what runs goes on.
-- Keys     owner (hash: fence of the lease), epoch (hash)
-- Args     lease_fence (of the caller), run_id (of the process that executes this)
-- Returns  OPEN | CLOSED run_id | STALE
-- Cost     O(1)
-- Retry    safe
local owner, epoch = KEYS[1], KEYS[2]
local lease_fence, run_id = ARGV[1], ARGV[2]

if redis.call('HGET', owner, 'fence') ~= lease_fence then return {'STALE'} end
local era = redis.call('HMGET', epoch, 'epoch', 'process')
if era[1] and era[2] == run_id then return {'OPEN'} end
redis.call('HDEL', epoch, 'epoch')
return {'CLOSED', run_id}
