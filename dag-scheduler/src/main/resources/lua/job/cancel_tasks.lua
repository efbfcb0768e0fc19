-- Purpose  End tasks of a job that is being stopped, wherever they are; a worker that has one is told at its next heartbeat.
-- Keys     job (hash), state (hash), cursor (list): of the job; running, lease, slots, parked, delay, gates, todo, events,
--          epoch: of the partition; ready (zsets): the queues of the job
-- Args     job_id, queues (names of ready, by comma), run_id (of the process that executes this), names... (0..50)
-- Returns  STOPPED ended {name ...} {permit ...} | NOTHING | FRAME queues | REBUILDING (Postgres may know how they ended)
-- Cost     O(names * log n)
-- Retry    safe: what has ended stays as it is
local job, state, cursor, running, lease = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local slots, parked, delay, gates, todo, events = KEYS[6], KEYS[7], KEYS[8], KEYS[9], KEYS[10], KEYS[11]
local epoch, ready = KEYS[12], {unpack(KEYS, 13)}
local job_id, queues, run_id = ARGV[1], ARGV[2], ARGV[3]
local names = {unpack(ARGV, 4)}
-- @include clock
-- @include ticket
-- @include finish_job
-- @include compared

local about = redis.call('HMGET', job, 'queues', 'cancelling', 'status')
if about[1] ~= queues then return {'FRAME', about[1] or ''} end
if not about[2] or about[3] ~= 'RUNNING' then
  redis.call('ZREM', todo, 'cancel|' .. job_id)
  return {'NOTHING'}
end
if not compared(epoch, run_id) then return {'REBUILDING'} end
local us = now_us()
local key_of, i = {}, 0
for queue in queues:gmatch('[^,]+') do
  i = i + 1
  key_of[queue] = i
end
local parked_now = redis.call('ZRANGEBYLEX', parked, '[' .. job_id .. '.', '(' .. job_id .. '/', 'LIMIT', 0, 200)
if #parked_now > 0 then redis.call('ZREM', parked, unpack(parked_now)) end

local stopped, permits, journal = {}, {}, {}
for _, name in ipairs(names) do
  local packed = redis.call('HGET', state, name)
  local letter, attempt, ended, retries, losses, rest = packed:match('^(%a)|(%d+)|(.)|(%d+)|(%d+)(;.*)$')
  if letter == 'P' or letter == 'K' or letter == 'A' then
    local id = job_id .. '.' .. name
    local ticket, queue = ticket_of(id, retries, rest:match(';([^;]*)$'))
    local held = redis.call('HGET', running, id)
    if held then
      attempt, permits[#permits + 1] = held:match('^(%d+)|[^|]*|%d+|%d+|([^|]*)|')
      ended = 'X'
    end
    redis.call('HDEL', running, id)
    redis.call('ZREM', lease, id)
    redis.call('ZREM', slots, id)
    redis.call('ZREM', delay, ticket)
    redis.call('ZREM', ready[key_of[queue]], ticket)
    redis.call('ZREM', todo, 'check|' .. id)
    redis.call('HSET', state, name, 'X|' .. attempt .. '|' .. ended .. '|' .. retries .. '|' .. losses .. rest)
    note(journal, us + #stopped, 'task', job_id, name, attempt, 'CANCELLED', '', '', '')
    stopped[#stopped + 1] = name
  end
end
local job_ended = ''
if #stopped > 0 then
  redis.call('HINCRBY', job, 'cancelled', #stopped)
  if redis.call('HINCRBY', job, 'left', -#stopped) == 0 then
    job_ended = finish_job(job, cursor, gates, todo, journal, job_id, us + #stopped)
  end
end
publish(events, journal)
return {'STOPPED', job_ended, stopped, permits}
