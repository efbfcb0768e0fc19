-- Purpose  Say whether a partition was built in this process of Redis: another one may lack the last words that it was told.
-- Keys     epoch (string, run id of the process in which it was built)
-- Args     run_id (of the process that executes this)
-- Returns  BUILT run_id | UNBUILT run_id
-- Cost     O(1)
-- Retry    safe: reads only
local epoch, run_id = KEYS[1], ARGV[1]
return {redis.call('GET', epoch) == run_id and 'BUILT' or 'UNBUILT', run_id}
