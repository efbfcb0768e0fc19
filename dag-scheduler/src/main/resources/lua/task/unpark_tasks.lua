-- Purpose  Let parked tasks of a job back into their queues.
-- Keys     job (hash); parked (zset), gates (hash), todo (zset): of the partition; ready (zsets): the queues of the job
-- Args     job_id, queues (names of ready, by comma), most (count, 1..200)
-- Returns  MOVED count | HELD | FRAME queues
-- Cost     O(most * log n)
-- Retry    safe: what was moved is not parked any more
local job, parked, gates, todo = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local ready = {unpack(KEYS, 5)}
local job_id, queues, most = ARGV[1], ARGV[2], tonumber(ARGV[3])
-- @include clock
-- @include effects
-- @include release

local of_job = redis.call('HGET', job, 'queues')
if of_job and of_job ~= queues then return {'FRAME', of_job} end
local gate = redis.call('HGET', gates, job_id)
if gate == '0' then
  redis.call('ZREM', todo, 'unpark|' .. job_id)
  return {'HELD'}
end
local us = now_us()
local effects = no_effects(job_id, us)
-- A limited job needs as many as may run: each of them lets in the next when it ends.
local moved = unpark(parked, job_id, gate and math.min(most, tonumber(gate)) or most, effects)
if gate or moved < most then redis.call('ZREM', todo, 'unpark|' .. job_id) end
enqueue_all(ready, queues, effects.ready, us)
return {'MOVED', moved}
