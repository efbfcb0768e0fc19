-- Purpose  Say of tasks what their state holds, how parents of theirs ended according to their own states, and where they are.
-- Keys     job (hash), state (hash), cursor (list): of the job; running (hash), delay (zset), parked (zset), todo (zset): of the
--          partition; ready (zsets): the queues of the job
-- Args     job_id, queues (names of ready, by comma), tasks (JSON: lists of a task and parents of it)
-- Returns  LOOKED {packed ok failed skipped running ready delayed parked checked} ... | BUSY | UNKNOWN
-- Cost     O(tasks + parents), up to 25 and 250, and of 500 parked tasks where one of these may be parked
-- Retry    safe: changes nothing
local job, state, cursor, running, delay, parked, todo = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6], KEYS[7]
local ready = {unpack(KEYS, 8)}
local job_id, queues, tasks = ARGV[1], ARGV[2], cjson.decode(ARGV[3])
-- @include ticket
-- @include lines
local PARKED_MAX = 500

-- What a long fan-out has not told yet can't be judged, nor what is not written yet.
if redis.call('LLEN', cursor) > 0 or tonumber(redis.call('HGET', job, 'adding') or 0) > 0 then return {'BUSY'} end
if redis.call('EXISTS', state) == 0 then return {'UNKNOWN'} end
local place_of = places_of(queues)
-- Read only when a task is nowhere else. With more parked than can be read here, such a task may be one of them.
local parked_tickets, unread
local function may_be_parked(ticket)
  if not parked_tickets then
    local waiting = redis.call('ZRANGEBYLEX', parked, '[' .. job_id .. '.', '(' .. job_id .. '/', 'LIMIT', 0, PARKED_MAX)
    parked_tickets, unread = {}, #waiting == PARKED_MAX
    for _, member in ipairs(waiting) do parked_tickets[member:sub(#job_id + 19)] = true end
  end
  return parked_tickets[ticket] or unread
end

-- What all of them are asked for is read together, what is in a queue queue by queue.
local names, ids, checks, tickets, lines = {}, {}, {}, {}, {}
for i, task in ipairs(tasks) do
  names[i] = task[1]
  ids[i] = job_id .. '.' .. task[1]
  checks[i] = 'check|' .. ids[i]
end
local states = redis.call('HMGET', state, unpack(names))
local holders = redis.call('HMGET', running, unpack(ids))
local checked = redis.call('ZMSCORE', todo, unpack(checks))
for i, packed in ipairs(states) do
  local retries, spec = (packed or ''):match('^%a|%d+|.|(%d+)|%d+;[^;]*;(.*)$')
  local ticket, queue = '', nil
  if spec then ticket, queue = ticket_of(ids[i], retries, spec) end
  tickets[i] = ticket
  if place_of[queue] then gather(lines, queue, ticket) end
end
local delayed, is_ready = redis.call('ZMSCORE', delay, unpack(tickets)), {}
for queue, line in pairs(lines) do
  local scores = redis.call('ZMSCORE', ready[place_of[queue]], unpack(line))
  for i, ticket in ipairs(line) do is_ready[ticket] = scores[i] end
end

local looks = {'LOOKED'}
for i, task in ipairs(tasks) do
  local packed = states[i] or ''
  local ok, failed, skipped = 0, 0, 0
  local parents = #task > 1 and redis.call('HMGET', state, unpack(task, 2)) or {}
  for _, parent in ipairs(parents) do
    local status, ended = (parent or 'P|0|-|'):match('^(%a)|%d+|(.)|')
    if status == 'C' then ok = ok + 1
    elseif status == 'F' or status == 'S' and ended == 'F' then failed = failed + 1
    elseif status == 'S' then skipped = skipped + 1 end
  end
  local look = {packed, ok, failed, skipped, holders[i] and 1 or 0, 0, 0, 0, 0}
  if tickets[i] ~= '' then
    look[6] = is_ready[tickets[i]] and 1 or 0
    look[7] = delayed[i] and 1 or 0
    local nowhere = packed:sub(1, 1) == 'A' and look[5] + look[6] + look[7] == 0
    look[8] = nowhere and may_be_parked(tickets[i]) and 1 or 0
    look[9] = checked[i] and 1 or 0
  end
  looks[#looks + 1] = look
end
return looks
