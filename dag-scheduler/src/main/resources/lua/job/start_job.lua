-- Purpose  Begin a job whose tasks are all loaded: from here on it is visible, and its first tasks are ready.
-- Keys     job (hash), state (hash), children (hash), cursor (list), visited (set), delay, gates, todo, events: as in
--          complete_tasks; ready (zsets): the queues of the job
-- Args     job_id, token (of begin_job), queues (names of ready, by comma), budget (children told at most, 10..300), deadlineMs
--          (0: none), knownMs (after which Postgres is asked whether it knows the job), run_id (of the process that executes this),
--          fields (of the job: name, value...)
-- Returns  STARTED aftermath | SUPERSEDED
-- Cost     O(budget)
-- Retry    safe: SUPERSEDED
local job, state, children, cursor, visited = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local delay, gates, todo, events = KEYS[6], KEYS[7], KEYS[8], KEYS[9]
local ready = {unpack(KEYS, 10)}
local job_id, token, queues, budget, deadline_ms = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4]), tonumber(ARGV[5])
local known_ms, run_id, fields = tonumber(ARGV[6]), ARGV[7], {unpack(ARGV, 8)}
-- @include clock
-- @include tell
-- @include settle
-- @include enqueue

if redis.call('HGET', job, 'loading') ~= token .. '@' .. run_id then return {'SUPERSEDED'} end
local us = now_us()
redis.call('HSET', job, 'jobId', job_id, 'status', 'RUNNING', 'queues', queues, unpack(fields))
redis.call('HDEL', job, 'loading')
redis.call('HSETNX', job, 'startedAtMs', whole(math.floor(us / 1000)))
local about = redis.call('HMGET', job, 'limit', 'paused', 'left', 'cancelling', 'run')
local held = about[2] == '1' or about[4]
if held or about[1] then redis.call('HSET', gates, job_id, held and 0 or about[1]) end
if deadline_ms > 0 then redis.call('ZADD', todo, deadline_ms, 'deadline|' .. job_id) end
redis.call('ZADD', todo, math.floor(us / 1000) + known_ms, 'known|' .. job_id)
if about[4] then redis.call('ZADD', todo, 0, 'cancel|' .. job_id) end

local effects = no_effects(job_id, us)
note(effects.journal, us, 'job', job_id, '', about[5] or '0', 'RUNNING', '', '', '')
tell(state, children, {{name = '', chunk = '0', how = 'start'}}, budget, effects)
enqueue_all(ready, queues, effects.ready, us)
local ended = about[3] == '0' and finish_job(job, cursor, gates, todo, effects.journal, job_id, us + 1)
local settled = settle(job, state, visited, cursor, delay, gates, todo, events, effects)
return {'STARTED', aftermath(effects, ended or settled)}
