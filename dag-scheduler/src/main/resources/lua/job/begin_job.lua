-- Purpose  Make room for the tasks of a job that has not begun, or begins again.
-- Keys     job (hash), state (hash), edges (hash), children (hash), roots (set), visited (set), cursor (list), outputs (hash)
-- Args     token (who may load from now on), run (count, grows with each rerun), run_id (of the process that executes this: what it has
--          loaded another one may have lost)
-- Returns  BEGUN | KNOWN status
-- Cost     O(1); what lay there is freed in the background
-- Retry    safe: a later call takes over, chunks of the earlier one are refused
local job, state, edges, children = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local roots, visited, cursor, outputs = KEYS[5], KEYS[6], KEYS[7], KEYS[8]
local token, run, run_id = ARGV[1], tonumber(ARGV[2]), ARGV[3]

local known = redis.call('HMGET', job, 'status', 'run')
if known[1] and tonumber(known[2]) >= run then return {'KNOWN', known[1]} end
redis.call('UNLINK', job, state, edges, children, roots, visited, cursor, outputs)
redis.call('HSET', job, 'loading', token .. '@' .. run_id)
return {'BEGUN'}
