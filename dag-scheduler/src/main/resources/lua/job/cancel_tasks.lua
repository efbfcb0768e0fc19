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
-- @include lines
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
local place_of = places_of(queues)
local parked_now = redis.call('ZRANGEBYLEX', parked, '[' .. job_id .. '.', '(' .. job_id .. '/', 'LIMIT', 0, 100)
if #parked_now > 0 then redis.call('ZREM', parked, unpack(parked_now)) end

-- Read together and written together: a command for each of them would take most of the time.
local ids, states, holders, seen = {}, {}, {}, {}
for i, name in ipairs(names) do ids[i] = job_id .. '.' .. name end
if #names > 0 then
  states = redis.call('HMGET', state, unpack(names))
  holders = redis.call('HMGET', running, unpack(ids))
end
local stopped, permits, journal, fields, off, checks, tickets, waiting = {}, {}, {}, {}, {}, {}, {}, {}
for i, name in ipairs(names) do
  local letter, attempt, ended, retries, losses, rest = states[i]:match('^(%a)|(%d+)|(.)|(%d+)|(%d+)(;.*)$')
  if not seen[name] and (letter == 'P' or letter == 'K' or letter == 'A') then
    local ticket, queue = ticket_of(ids[i], retries, rest:match(';([^;]*)$'))
    if holders[i] then
      attempt, permits[#permits + 1] = holders[i]:match('^(%d+)|[^|]*|%d+|%d+|([^|]*)|')
      ended = 'X'
    end
    gather(waiting, queue, ticket)
    tickets[#tickets + 1] = ticket
    off[#off + 1] = ids[i]
    checks[#checks + 1] = 'check|' .. ids[i]
    fields[#fields + 1] = name
    fields[#fields + 1] = 'X|' .. attempt .. '|' .. ended .. '|' .. retries .. '|' .. losses .. rest
    note(journal, us + #stopped, 'task', job_id, name, attempt, 'CANCELLED', '', '', '')
    stopped[#stopped + 1] = name
    seen[name] = true
  end
end
if #stopped > 0 then
  redis.call('HSET', state, unpack(fields))
  redis.call('HDEL', running, unpack(off))
  redis.call('ZREM', lease, unpack(off))
  redis.call('ZREM', slots, unpack(off))
  redis.call('ZREM', delay, unpack(tickets))
  for queue, line in pairs(waiting) do redis.call('ZREM', ready[place_of[queue]], unpack(line)) end
  redis.call('ZREM', todo, unpack(checks))
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
