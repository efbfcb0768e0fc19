-- Purpose  Add tasks to a job for one of its tasks that runs: all of them, or none.
-- Keys     job (hash), state (hash), edges (hash), children (hash), roots (set), outputs (hash), cursor (list), visited (set): of
--          the job; running, delay, gates, todo, events: of the partition; then task (hash) and status (string) of each new
--          task: views; ready (zsets): the queues of the job and of the new tasks
-- Args     id (<job>.<task> that adds them), attempt, request (text, for the event), before (queues of the job so far, by comma),
--          queues (names of ready, by comma), budget (children told at most, 10..300), chunk (JSON: tasks, lists of name, spec
--          and number of parents; links, lists of a parent and its new children; edges, a flat list of task and parents; roots;
--          views, lists of the fields of one task)
-- Returns  ADDED aftermath | ALREADY | STALE attempt | ENDED status | FRAME queues | UNKNOWN
-- Cost     O(tasks + links), up to 100 and 2,000
-- Retry    safe: ALREADY, whatever became of the attempt
local job, state, edges, children, roots, outputs = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6]
local cursor, visited, running, delay, gates, todo, events = KEYS[7], KEYS[8], KEYS[9], KEYS[10], KEYS[11], KEYS[12], KEYS[13]
local views = {unpack(KEYS, 14)}
local id, attempt, request, before, queues, budget = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5], tonumber(ARGV[6])
local chunk = cjson.decode(ARGV[7])
local ready = {unpack(KEYS, 14 + 2 * #chunk.tasks)}
-- @include clock
-- @include tell
-- @include settle
-- @include enqueue
-- @include adopt

local about = redis.call('HMGET', job, 'status', 'queues', 'cancelling')
if not about[1] then return {'UNKNOWN'} end
if redis.call('HEXISTS', state, chunk.tasks[1][1]) == 1 then return {'ALREADY'} end
if about[1] ~= 'RUNNING' or about[3] then return {'ENDED', about[3] or about[1]} end
if about[2] ~= before then return {'FRAME', about[2]} end
local held = redis.call('HGET', running, id)
local current, worker = (held or '0|recovery|'):match('^(%d+)|([^|]*)|')
-- What recovery gives back is about to end as it did before.
if current ~= attempt or worker == 'recovery' then return {'STALE', current} end

local job_id, task = id:match('^([^.]+)%.(.+)$')
local heard = {}
for _, new in ipairs(chunk.tasks) do heard[new[1]] = {ok = 0, failed = 0, skipped = 0} end
local adopted, parents = {}, {}
for i, link in ipairs(chunk.links) do parents[i] = link[1] end
local states = #parents > 0 and redis.call('HMGET', state, unpack(parents)) or {}
for i, link in ipairs(chunk.links) do
  local parent, packed = parents[i], states[i]
  if not packed and not heard[parent] then return {'UNKNOWN'} end
  local status, ended = (packed or 'P|0|-|'):match('^(%a)|%d+|(.)|')
  local how = status == 'C' and 'ok' or status == 'F' and 'failed' or status == 'S' and (ended == 'F' and 'failed' or 'skipped')
  local left_output = how == 'ok' and redis.call('HEXISTS', outputs, parent) == 1
  local names = {unpack(link, 2)}
  -- A parent that has ended tells nobody any more, what it would have said counts at once.
  for _, name in ipairs(how and names or {}) do
    heard[name][how] = heard[name][how] + 1
    heard[name].fed = heard[name].fed or left_output
  end
  if not how then adopted[#adopted + 1] = {parent = parent, names = names} end
end

local us = now_us()
adopt(children, adopted)
redis.call('HSET', edges, unpack(chunk.edges))
if #chunk.roots > 0 then redis.call('SADD', roots, unpack(chunk.roots)) end
redis.call('HSET', job, 'queues', queues)
redis.call('HINCRBY', job, 'total', #chunk.tasks)
redis.call('HINCRBY', job, 'left', #chunk.tasks)
for i, view in ipairs(chunk.views) do
  redis.call('HSET', views[2 * i - 1], unpack(view))
  redis.call('SET', views[2 * i], 'PENDING')
end

local effects = no_effects(job_id, us + 1)
note(effects.journal, us, 'job', job_id, '', attempt, 'ADDED', '', worker, task .. '/' .. request)
local list = {}
for _, new in ipairs(chunk.tasks) do
  local name, spec, so_far = new[1], new[2], heard[new[1]]
  if so_far.fed then spec = fed(spec) end
  local tallies = so_far.ok .. ',' .. so_far.failed .. ',' .. so_far.skipped .. '/' .. new[3]
  effects.states[name] = 'P|0|-|0|0;' .. tallies .. ';' .. spec
end
for _, new in ipairs(chunk.tasks) do
  hear(effects, new[1], child_of(effects, new[1]), {how = 'start'}, list)
end
tell(state, children, list, budget, effects)
local ended = settle(job, state, visited, cursor, delay, gates, todo, events, effects)
enqueue_all(ready, queues, effects.ready, us)
return {'ADDED', aftermath(effects, ended)}
