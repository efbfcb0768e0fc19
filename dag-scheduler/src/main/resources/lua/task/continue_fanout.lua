-- Purpose  Tell further children what a long fan-out left over.
-- Keys     job (hash), state (hash), children (hash), cursor (list), visited (set), delay, gates, todo, events: as in
--          complete_tasks; ready (zsets): the queues of the job
-- Args     job_id, queues (names of ready, by comma), budget (children told at most, 10..300)
-- Returns  CONTINUED aftermath | EMPTY | FRAME queues
-- Cost     O(budget)
-- Retry    safe: a chunk leaves the cursor in the step that counts it
local job, state, children, cursor, visited = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local delay, gates, todo, events = KEYS[6], KEYS[7], KEYS[8], KEYS[9]
local ready = {unpack(KEYS, 10)}
local job_id, queues, budget = ARGV[1], ARGV[2], tonumber(ARGV[3])
-- @include clock
-- @include tell
-- @include settle
-- @include enqueue

local of_job = redis.call('HGET', job, 'queues')
if of_job and of_job ~= queues then return {'FRAME', of_job} end
local list = {}
-- One entry per child at most: what does not fit goes back with the rest.
for _, entry in ipairs(redis.call('LPOP', cursor, math.ceil(budget / 10)) or {}) do
  local name, chunk, how, fed = entry:match('^(.-)/(%d+)/(%a+)/(%d)$')
  list[#list + 1] = {name = name, chunk = chunk, how = how, fed = fed == '1'}
end
if #list == 0 then
  redis.call('ZREM', todo, 'fanout|' .. job_id)
  return {'EMPTY'}
end
local us = now_us()
local effects = no_effects(job_id, us)
tell(state, children, list, budget, effects)
local ended = settle(job, state, visited, cursor, delay, gates, todo, events, effects)
enqueue_all(ready, queues, effects.ready, us)
return {'CONTINUED', aftermath(effects, ended)}
