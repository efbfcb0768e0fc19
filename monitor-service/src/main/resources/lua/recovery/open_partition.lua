-- Purpose  Let a partition hand out work that was built from Postgres.
-- Keys     owner (hash: fence of the lease), epoch (string, run id of the process in which it was built); one hash tag
-- Args     fence (of the lease under which the building began), begun_in (run id of the process in which it began), run_id (of the
--          process that executes this)
-- Returns  OPENED | STALE | ANOTHER
-- Cost     O(1)
-- Retry    safe: a repeat changes nothing
local owner, epoch = KEYS[1], KEYS[2]
local fence, begun_in, run_id = ARGV[1], ARGV[2], ARGV[3]

-- Under another lease, and in another process, Redis may have lost what was built before.
if redis.call('HGET', owner, 'fence') ~= fence then
  return {'STALE'}
elseif begun_in ~= run_id then
  return {'ANOTHER'}
end
redis.call('SET', epoch, run_id)
return {'OPENED'}
