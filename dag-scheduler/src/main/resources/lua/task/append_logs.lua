-- Purpose  Add lines to the log of a task, for the worker that has it, and keep the last ones.
-- Keys     running (hash), state (hash), logs (list)
-- Args     id (<job>.<task>), attempt, most (lines kept, 1..10000), lines... (1..100)
-- Returns  APPENDED | STALE
-- Cost     O(lines)
-- Retry    lines sent twice stand here twice; the archive keeps them once
local running, state, logs = KEYS[1], KEYS[2], KEYS[3]
local id, attempt, most = ARGV[1], ARGV[2], tonumber(ARGV[3])
local lines = {unpack(ARGV, 4)}

local held = redis.call('HGET', running, id)
if not held or held:match('^%d+') ~= attempt then return {'STALE'} end
redis.call('RPUSH', logs, unpack(lines))
redis.call('LTRIM', logs, -most, -1)
local ttl = redis.call('PTTL', state)
if ttl > 0 then redis.call('PEXPIRE', logs, ttl) end
return {'APPENDED'}
