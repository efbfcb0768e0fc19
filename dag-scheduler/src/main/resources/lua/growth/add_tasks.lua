-- Purpose  Decide whether tasks that a running task adds become part of its job, all of them or none, and write the first of them;
--          the others follow by continue_addition.
-- Keys     job (hash), state (hash), edges (hash), children (hash), roots (set), outputs (hash), cursor (list), visited (set): of
--          the job; running, delay, gates, todo, events: of the partition; then task (hash) and status (string) of each task of
--          the part: views; ready (zsets): the queues of the job and of all new tasks
-- Args     id (<job>.<task> that adds them), attempt, request (text, for the event), before (queues of the job so far, by comma),
--          queues (names of ready, by comma), budget (children told at most, 10..300), all (tasks that are added), next_place (where the
--          next part begins, empty: this one is all), part (JSON, see grow), is_decided (1: Postgres has confirmed them and this has lost
--          them, whatever attempt runs)
-- Returns  ADDED aftermath | ALREADY | STALE attempt | ENDED status | FRAME queues | UNKNOWN
-- Cost     O(tasks + links of the part), up to 10 and 25
-- Retry    safe: ALREADY, whatever became of the attempt
local job, state, edges, children, roots, outputs = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6]
local cursor, visited, running, delay, gates, todo, events = KEYS[7], KEYS[8], KEYS[9], KEYS[10], KEYS[11], KEYS[12], KEYS[13]
local views = {unpack(KEYS, 14)}
local id, attempt, request, before, queues, budget = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5], tonumber(ARGV[6])
local all, next_place, part, is_decided = ARGV[7], ARGV[8], cjson.decode(ARGV[9]), ARGV[10] == '1'
local ready = {unpack(KEYS, 14 + 2 * #part.tasks)}
-- @include clock
-- @include grow
-- @include settle
-- @include enqueue

local about = redis.call('HMGET', job, 'status', 'queues', 'cancelling')
if not about[1] then return {'UNKNOWN'} end
if redis.call('HEXISTS', state, part.tasks[1][1]) == 1 then return {'ALREADY'} end
if about[1] ~= 'RUNNING' or about[3] then return {'ENDED', about[3] or about[1]} end
if about[2] ~= before then return {'FRAME', about[2]} end
local held = redis.call('HGET', running, id)
local current, worker = (held or '0|recovery|'):match('^(%d+)|([^|]*)|')
-- What recovery gives back is about to end as it did before.
if not is_decided and (current ~= attempt or worker == 'recovery') then return {'STALE', current} end

local job_id, task = id:match('^([^.]+)%.(.+)$')
local us = now_us()
redis.call('HSET', job, 'queues', queues)
redis.call('HINCRBY', job, 'total', all)
-- With those that are not written yet: the job can't end before them.
redis.call('HINCRBY', job, 'left', all)
if next_place ~= '' then
  redis.call('HSET', children, '+' .. task .. '/' .. request, next_place)
  redis.call('HINCRBY', job, 'adding', 1)
  redis.call('ZADD', todo, math.floor(us / 1000) + 1000, 'grow|' .. id .. '/' .. request)
end
local effects = no_effects(job_id, us + 1)
note(effects.journal, us, 'job', job_id, '', attempt, 'ADDED', '', worker, task .. '/' .. request)
grow(state, edges, children, roots, outputs, views, part, budget, effects)
local ended = settle(job, state, visited, cursor, delay, gates, todo, events, effects)
enqueue_all(ready, queues, effects.ready, us)
return {'ADDED', aftermath(effects, ended)}
