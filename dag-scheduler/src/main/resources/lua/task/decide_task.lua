-- Purpose  Let a task run whose condition holds, skip it, or fail it where the condition has no answer; tell its children.
-- Keys     job (hash), state (hash), children (hash), cursor (list), visited (set), delay, gates, todo, events: as in
--          complete_tasks; ready (zsets): the queues of the job
-- Args     id (<job>.<task>), verdict (run, skip, fail), problem (text), queues (names of ready, by comma), budget (children told at most, 10..300)
-- Returns  DECIDED aftermath | SETTLED | FRAME queues
-- Cost     O(budget)
-- Retry    safe: SETTLED, the first decision counts
local job, state, children, cursor, visited = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local delay, gates, todo, events = KEYS[6], KEYS[7], KEYS[8], KEYS[9]
local ready = {unpack(KEYS, 10)}
local id, verdict, problem, queues, budget = ARGV[1], ARGV[2], ARGV[3], ARGV[4], tonumber(ARGV[5])
-- @include clock
-- @include count_failure
-- @include tell
-- @include settle
-- @include enqueue

local us = now_us()
local job_id, name = id:match('^([^.]+)%.(.+)$')
local of_job = redis.call('HGET', job, 'queues')
if of_job and of_job ~= queues then return {'FRAME', of_job} end
local packed = redis.call('HGET', state, name)
redis.call('ZREM', todo, 'check|' .. id)
if not packed or packed:sub(1, 1) ~= 'K' then return {'SETTLED'} end

local effects = no_effects(job_id, us)
local life, tallies, spec = packed:match('^%a|([^;]*);([^;]*);(.*)$')
table.insert(effects.reached, name)
if verdict == 'run' then
  effects.states[name] = 'A|' .. life .. ';' .. tallies .. ';' .. spec
  activate(effects, name, life:match('^%d+|.|(%d+)'), spec)
else
  local letter = verdict == 'fail' and 'F' or 'S'
  effects.states[name] = letter .. '|' .. life:gsub('^(%d+)|.', '%1|' .. letter) .. ';' .. tallies .. ';' .. spec
  effects.ended = 1
  if verdict == 'fail' then
    count_failure(job, gates, todo, effects.journal, job_id, name, us)
    note(effects.journal, us, 'task', job_id, name, '0', 'FAILED', '', '', problem)
  else
    table.insert(effects.skips, {name = name, why = 'condition'})
  end
  local how = verdict == 'fail' and 'failed' or 'skipped'
  tell(state, children, {{name = name, chunk = '0', how = how}}, budget, effects)
end
local ended = settle(job, state, visited, cursor, delay, gates, todo, events, effects)
enqueue_all(ready, queues, effects.ready, us)
return {'DECIDED', aftermath(effects, ended)}
