-- Purpose  Accept the results of running tasks of one job, tell their children, end the job with its last task, claim the next for
--          the worker.
-- Keys     job (hash), state (hash), children (hash), cursor (list), visited (set), outputs (hash): of the job; running, lease,
--          parked, slots, delay, gates, todo, events, epoch: of the partition; next_ready (zset): the worker's queue; then task
--          (hash) and status (string) of each task: views; ready (zsets): the queues of the job
-- Args     job_id, queues (names of ready, by comma), budget (children told at most, 10..300), worker (text), wanted (tasks to
--          claim, 0..20), run_id (of the process that executes this), then answers: of each task its name, attempt and
--          output (JSON, or empty) (1..20 tasks)
-- Returns  ANSWERED durability aftermath verdict because ... ticket attempt leaseEndMs waitedMs ... | FRAME queues | UNKNOWN
--          verdict and because of each task: ACCEPTED permit, DUPLICATE ended, STALE attempt, UNKNOWN -
-- Cost     O(tasks + budget + wanted), whatever the size of the job
-- Retry    safe: DUPLICATE; the tasks that the first call claimed come back when their leases run out
local job, state, children, cursor, visited, outputs = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6]
local running, lease, parked, slots, delay, gates = KEYS[7], KEYS[8], KEYS[9], KEYS[10], KEYS[11], KEYS[12]
local todo, events, epoch, next_ready = KEYS[13], KEYS[14], KEYS[15], KEYS[16]
local job_id, queues, budget, worker, wanted = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4], tonumber(ARGV[5])
local run_id, answers = ARGV[6], {unpack(ARGV, 7)}
local views = {unpack(KEYS, 17)}
local ready = {unpack(KEYS, 17 + 2 * #answers / 3)}
-- @include answer
-- @include tell
-- @include release
-- @include settle
-- @include claim

local about = redis.call('HMGET', job, 'queues', 'durability', 'limit')
if not about[1] then return {'UNKNOWN'} end
if about[1] ~= queues then return {'FRAME', about[1]} end
local unlimited = not about[3]
local us = now_us()
local names, ids = {}, {}
for i = 1, #answers / 3 do
  names[i] = answers[3 * i - 2]
  ids[i] = job_id .. '.' .. names[i]
end
local packed = redis.call('HMGET', state, unpack(names))
local holders = redis.call('HMGET', running, unpack(ids))

local effects = no_effects(job_id, us)
local answered = {'ANSWERED', about[2], ''}
local off, left, list = {}, {}, {}
for i = 1, #names do
  local name, attempt, output = names[i], answers[3 * i - 1], answers[3 * i]
  -- What was accepted a moment ago is answered as if it came in the next call.
  local before, held = effects.states[name] or packed[i], not effects.states[name] and holders[i]
  local verdict, because = 'UNKNOWN', '-'
  local current, worker_then, permit
  if held then current, worker_then, permit = held:match('^(%d+)|([^|]*)|%d+|%d+|([^|]*)|') end
  if before then verdict, because = judge(effects.journal, us + i, ids[i], attempt, current, before, 'complete') end
  if not verdict or verdict == 'STALE' and because == attempt then off[#off + 1] = ids[i] end
  if not verdict then
    verdict, because = 'ACCEPTED', permit
    effects.states[name] = 'C|' .. attempt .. '|C|' .. before:sub(before:match('^%a|%d+|.|()'))
    note(effects.journal, us, 'task', job_id, name, attempt, 'COMPLETED', 'ACCEPTED', worker_then, output)
    list[#list + 1] = {name = name, chunk = '0', how = 'ok', fed = output ~= ''}
    if output ~= '' then left[#left + 1], left[#left + 2] = name, output end
    redis.call('HSET', views[2 * i - 1], 'status', 'COMPLETED')
    redis.call('SET', views[2 * i], 'COMPLETED')
  end
  answered[2 * i + 2] = verdict
  answered[2 * i + 3] = because
end

local accepted = #list
if accepted > 0 then
  if #left > 0 then redis.call('HSET', outputs, unpack(left)) end
  effects.ended = accepted
  tell(state, children, list, budget, effects)
end
if #off > 0 then
  local freed = release(running, lease, slots, off, unlimited)
  if freed > 0 then unpark(parked, job_id, freed, effects) end
  enqueue_all(ready, queues, effects.ready, us)
end
local claimed = accepted > 0 and wanted > 0 and claim(answered, next_ready, running, lease, parked, slots, gates, epoch, events,
  run_id, worker, wanted, {}, effects.journal, us)
local ended = settle(job, state, visited, cursor, delay, gates, todo, events, effects)
if claimed and claimed > 0 then forget_taken(ready, queues, effects.ready) end
answered[3] = aftermath(effects, ended)
return answered
