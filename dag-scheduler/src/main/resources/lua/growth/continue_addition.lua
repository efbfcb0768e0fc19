-- Purpose  Write a further part of an addition that add_tasks has decided on.
-- Keys     job (hash), state (hash), edges (hash), children (hash), roots (set), outputs (hash), cursor (list), visited (set): of
--          the job; delay, gates, todo, events: of the partition; then task (hash) and status (string) of each task of the part:
--          views; ready (zsets): the queues of the job
-- Args     id (<job>.<task> that adds them), request (text), queues (names of ready, by comma), budget (children told at most,
--          10..300), at (where this part begins; empty: only say where the next one would), next_place (where the next part
--          begins, empty: this one is the last), part (JSON, see grow)
-- Returns  CONTINUED aftermath | AT place | DONE | FRAME queues
-- Cost     O(tasks + links of the part), up to 10 and 25
-- Retry    safe: AT or DONE, the place moves on in the step that writes a part
local job, state, edges, children, roots, outputs = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6]
local cursor, visited, delay, gates, todo, events = KEYS[7], KEYS[8], KEYS[9], KEYS[10], KEYS[11], KEYS[12]
local views = {unpack(KEYS, 13)}
local id, request, queues, budget, at, next_place = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4]), ARGV[5], ARGV[6]
local part = cjson.decode(ARGV[7])
local ready = {unpack(KEYS, 13 + 2 * #part.tasks)}
-- @include clock
-- @include grow
-- @include settle
-- @include enqueue

local job_id, task = id:match('^([^.]+)%.(.+)$')
local place, step = '+' .. task .. '/' .. request, 'grow|' .. id .. '/' .. request
local place_now = redis.call('HGET', children, place)
-- Ended, or loaded anew with all its tasks.
if not place_now then
  redis.call('ZREM', todo, step)
  return {'DONE'}
end
if place_now ~= at then return {'AT', place_now} end
local of_job = redis.call('HGET', job, 'queues')
if of_job ~= queues then return {'FRAME', of_job} end

if next_place ~= '' then
  redis.call('HSET', children, place, next_place)
else
  redis.call('HDEL', children, place)
  redis.call('HINCRBY', job, 'adding', -1)
  redis.call('ZREM', todo, step)
end
local us = now_us()
local effects = no_effects(job_id, us)
grow(state, edges, children, roots, outputs, views, part, budget, effects)
local ended = settle(job, state, visited, cursor, delay, gates, todo, events, effects)
enqueue_all(ready, queues, effects.ready, us)
return {'CONTINUED', aftermath(effects, ended)}
