-- Purpose  Give the keys of an ended job, and the views of some of its tasks, their time to live.
-- Keys     job (hash), state (hash), edges (hash), children (hash), roots (set), visited (set), outputs (hash), todo (zset), then
--          the logs (list) of these tasks, up to 50, and their views (task and status of each)
-- Args     job_id, ttlMs (1000..), last (1, 0: whether this is the last call), count (of tasks)
-- Returns  EXPIRING | RUNNING
-- Cost     O(views)
-- Retry    safe: a repeat gives the same time again
local job, state, edges, children = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local roots, visited, outputs, todo = KEYS[5], KEYS[6], KEYS[7], KEYS[8]
local logs, views = {unpack(KEYS, 9, 8 + ARGV[4])}, {unpack(KEYS, 9 + ARGV[4])}
local job_id, ttl_ms, last = ARGV[1], ARGV[2], ARGV[3]

local status = redis.call('HGET', job, 'status')
if status and status == 'RUNNING' or redis.call('HEXISTS', job, 'loading') == 1 then
  redis.call('ZREM', todo, 'expire|' .. job_id)
  return {'RUNNING'}
end
-- The state first: a view that is written later takes its time from there.
redis.call('PEXPIRE', state, ttl_ms)
redis.call('PEXPIRE', job, ttl_ms)
redis.call('PEXPIRE', edges, ttl_ms)
redis.call('PEXPIRE', children, ttl_ms)
redis.call('PEXPIRE', roots, ttl_ms)
redis.call('PEXPIRE', visited, ttl_ms)
redis.call('PEXPIRE', outputs, ttl_ms)
for _, view in ipairs(views) do
  redis.call('PEXPIRE', view, ttl_ms)
end
-- Most tasks write none.
if #logs > 0 and redis.call('EXISTS', unpack(logs)) > 0 then
  for _, log in ipairs(logs) do redis.call('PEXPIRE', log, ttl_ms) end
end
if last == '1' then redis.call('ZREM', todo, 'expire|' .. job_id) end
return {'EXPIRING'}
