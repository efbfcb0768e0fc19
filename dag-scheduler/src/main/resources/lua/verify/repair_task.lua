-- Purpose  Write what the state of a task should be, put it where it belongs, and do what follows from that.
-- Keys     job (hash), state (hash), children (hash), cursor (list), visited (set): of the job; running, lease, slots, delay, gates,
--          todo, events: of the partition; ready (zsets): the queues of the job
-- Args     job_id, name (of the task), seen (its state when it was looked at, empty if it had none), becomes (its state), queues
--          (names of ready, by comma), budget (children told at most, 10..300), move (1, 0: whether an active task stands in the
--          wrong place too)
-- Returns  REPAIRED aftermath | MOVED | ENDED | FRAME queues
-- Cost     O(budget)
-- Retry    safe: MOVED, whatever has changed since it was looked at is left alone
local job, state, children, cursor, visited = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local running, lease, slots, delay = KEYS[6], KEYS[7], KEYS[8], KEYS[9]
local gates, todo, events = KEYS[10], KEYS[11], KEYS[12]
local ready = {unpack(KEYS, 13)}
local job_id, name, seen, becomes, queues, budget = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5], tonumber(ARGV[6])
local move = ARGV[7] == '1'
-- @include clock
-- @include tell
-- @include settle
-- @include release

local about = redis.call('HMGET', job, 'status', 'queues', 'adding')
if about[1] ~= 'RUNNING' then return {'ENDED'} end
if about[2] ~= queues then return {'FRAME', about[2]} end
local busy = redis.call('LLEN', cursor) > 0 or tonumber(about[3] or 0) > 0
if busy or (redis.call('HGET', state, name) or '') ~= seen then return {'MOVED'} end

local us = now_us()
local id = job_id .. '.' .. name
local effects = no_effects(job_id, us)
local letter, retries, spec = becomes:match('^(%a)|%d+|.|(%d+)|%d+;[^;]*;(.*)$')
local ticket = ticket_of(id, retries, spec)
effects.states[name] = becomes
if letter ~= 'A' or move then
  redis.call('ZREM', delay, ticket)
  for _, line in ipairs(ready) do redis.call('ZREM', line, ticket) end
end
if letter ~= 'A' then
  release(running, lease, slots, {id})
elseif move and redis.call('HEXISTS', running, id) == 0 then
  activate(effects, name, retries, spec)
end
local list = {}
if letter == 'P' then hear(effects, name, child_of(effects, name), {how = 'start'}, list) end
if letter == 'K' then table.insert(effects.checks, name) end
tell(state, children, list, budget, effects)
local ended = settle(job, state, visited, cursor, delay, gates, todo, events, effects)
enqueue_all(ready, queues, effects.ready, us)
return {'REPAIRED', aftermath(effects, ended)}
