-- Purpose  End a running attempt without a result: try again later, hand the task to another worker, or fail it and tell its
--          children.
-- Keys     job (hash), state (hash), children (hash), cursor (list), visited (set), task (hash), status (string): of the job and
--          the task; running, lease, parked, slots, delay, gates, todo, events, epoch: of the partition; ready (zsets): the
--          queues of the job
-- Args     id (<job>.<task>), attempt, problem (text), kind (failed, fatal, lost, released), jitter (0..1, the share of the
--          backoff to wait), lossesMax (weight), queues (names of ready, by comma), budget (children told at most, 10..300),
--          run_id (of the process that executes this: unless it was compared nothing is lost, Postgres may know that it ended)
-- Returns  ACCEPTED status dueMs aftermath permit | ALIVE | DUPLICATE ended | STALE attempt | FRAME queues | UNKNOWN
-- Cost     O(budget)
-- Retry    safe: DUPLICATE, or STALE for what was lost or released
local job, state, children, cursor, visited, task, status = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6], KEYS[7]
local running, lease, parked, slots, delay, gates = KEYS[8], KEYS[9], KEYS[10], KEYS[11], KEYS[12], KEYS[13]
local todo, events, epoch = KEYS[14], KEYS[15], KEYS[16]
local ready = {unpack(KEYS, 17)}
local id, attempt, problem, kind, jitter = ARGV[1], ARGV[2], ARGV[3], ARGV[4], tonumber(ARGV[5])
local losses_max, queues, budget, run_id = tonumber(ARGV[6]), ARGV[7], tonumber(ARGV[8]), ARGV[9]
-- @include answer
-- @include after_failure
-- @include count_failure
-- @include tell
-- @include release
-- @include settle
-- @include compared

local us = now_us()
local ms = math.floor(us / 1000)
local job_id, name = id:match('^([^.]+)%.(.+)$')
local packed = redis.call('HGET', state, name)
local of_job = redis.call('HGET', job, 'queues')
if not packed or not of_job then return {'UNKNOWN'} end
if of_job ~= queues then return {'FRAME', of_job} end
local held = redis.call('HGET', running, id)
local effects = no_effects(job_id, us)
local verdict, because = judge(effects.journal, us, id, attempt, held and held:match('^%d+'), packed, 'fail')
if verdict == 'STALE' and because == attempt then
  local freed = release(running, lease, slots, {id})
  if freed > 0 then unpark(parked, job_id, freed, effects) end
  enqueue_all(ready, queues, effects.ready, us)
end
if verdict then publish(events, effects.journal) end
if verdict == 'DUPLICATE' then return {'DUPLICATE', because} end
if verdict then return {'STALE', because} end
if kind == 'lost' and (tonumber(redis.call('ZSCORE', lease, id) or 0) > ms or not compared(epoch, run_id)) then return {'ALIVE'} end

local worker, started, deadline, permit, lease_ms =
  held:match('^%d+|([^|]*)|(%d+)|(%d+)|([^|]*)|[^|]+|[^|]*|%d|(%d+)|')
-- A heartbeat moves the end of the lease: where it still is the first one, perhaps no worker ever had the task.
local heard = tonumber(redis.call('ZSCORE', lease, id) or ms) > started + lease_ms
local timed_out = kind == 'lost' and tonumber(deadline) > 0 and tonumber(deadline) <= ms
if timed_out then problem = 'it ran longer than its timeout' end
local result, how, retries, losses, due = after_failure(packed, kind, timed_out, heard, jitter, losses_max, ms)
local freed = release(running, lease, slots, {id})
if freed > 0 then unpark(parked, job_id, freed, effects) end
local life = attempt .. '|' .. how .. '|' .. retries .. '|' .. losses
local tallies, spec = packed:match(';([^;]*);(.*)$')
redis.call('HSET', task, 'status', result, 'retryCount', retries, 'error', problem)
redis.call('SET', status, result)
note(effects.journal, us, 'task', job_id, name, attempt, result, result == 'READY' and '' or 'ACCEPTED', worker,
  result == 'READY' and kind or due and due .. ' ' .. retries .. ' ' .. problem or problem)
if result == 'FAILED' then
  effects.states[name] = 'F|' .. life .. ';' .. tallies .. ';' .. spec
  effects.ended = 1
  count_failure(job, gates, todo, effects.journal, job_id, name, us)
  tell(state, children, {{name = name, chunk = '0', how = 'failed'}}, budget, effects)
else
  spec = spec:gsub('^(.-)|%d+|([^|]*)$', '%1|' .. (due or 0) .. '|%2')
  effects.states[name] = 'A|' .. life .. ';' .. tallies .. ';' .. spec
  activate(effects, name, retries, spec)
end
enqueue_all(ready, queues, effects.ready, us)
local ended = settle(job, state, visited, cursor, delay, gates, todo, events, effects)
return {'ACCEPTED', result, due or 0, aftermath(effects, ended), permit}
