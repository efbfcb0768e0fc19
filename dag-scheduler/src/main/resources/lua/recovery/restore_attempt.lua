-- Purpose  Give a task back to the attempt that has ended according to Postgres, so that its end can be told once more.
-- Keys     job (hash), state (hash): of the job; running, lease, parked, delay: of the partition; ready (zset): of the task's queue
-- Args     id (of the task), attempt (that ended), run (in which it did), leaseMs (ms)
-- Returns  RESTORED | ENDED | WAITING | UNKNOWN (also in a later run)
-- Cost     O(log n + parked tasks of the job, at most 1000)
-- Retry    safe: a repeat finds it there or ended
local job, state, running, lease, parked, delay, ready = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6], KEYS[7]
local id, attempt, run, lease_ms = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])
-- @include clock
-- @include ticket
local PARKED_MAX = 1000

local job_id, task = id:match('^([^.]+)%.(.+)$')
local packed = redis.call('HGET', state, task)
if not packed or redis.call('HGET', job, 'run') ~= run then return {'UNKNOWN'} end
local letter, retries, rest = packed:match('^(%a)|%d+|.|(%d+)|%d+(;.*)$')
if letter == 'P' or letter == 'K' then return {'WAITING'} end
if letter ~= 'A' then return {'ENDED'} end

local ticket = ticket_of(id, retries, rest:match(';([^;]*)$'))
redis.call('ZREM', ready, ticket)
redis.call('ZREM', delay, ticket)
local waiting = redis.call('ZRANGEBYLEX', parked, '[' .. job_id .. '.', '(' .. job_id .. '/', 'LIMIT', 0, PARKED_MAX)
for _, member in ipairs(waiting) do
  if member:sub(-#ticket) == ticket then redis.call('ZREM', parked, member) end
end
local ms = math.floor(now_us() / 1000)
local held = redis.call('HGET', running, id)
local permit = held and held:match('^%d+|[^|]*|%d+|%d+|([^|]*)|') or '-'
redis.call('HSET', running, id, attempt .. '|recovery|' .. ms .. '|0|' .. permit .. '|' .. ticket)
redis.call('ZADD', lease, ms + lease_ms, id)
return {'RESTORED'}
