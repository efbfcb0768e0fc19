-- Purpose  Say what is due in a partition: delayed tickets, ended leases, unfinished steps; and when the next of them will be.
-- Keys     delay (zset), lease (zset), running (hash), todo (zset), epoch (hash): of one partition
-- Args     most (count of each, 1..100), run_id (of the process that executes this: unless it was compared nothing is taken back, Postgres
--          may know that it ended)
-- Returns  DUE {ticket ...} {id attempt ...} {step ...} untilNextMs (-1: there is none; 0 where anything is due)
-- Cost     O(most * log n), six reads where nothing is due
-- Retry    safe: changes nothing but lease entries of tasks that do not run
local delay, lease, running, todo, epoch = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local most, run_id = tonumber(ARGV[1]), ARGV[2]
-- @include clock
-- @include compared

local now = math.floor(now_us() / 1000)
local ms = whole(now)
local lost = {}
local lapsed = redis.call('ZRANGEBYSCORE', lease, '-inf', ms, 'LIMIT', 0, most)
if #lapsed > 0 and not compared(epoch, run_id) then lapsed = {} end
for _, id in ipairs(lapsed) do
  local held = redis.call('HGET', running, id)
  if held then
    lost[#lost + 1] = id
    lost[#lost + 1] = held:match('^%d+')
  else
    redis.call('ZREM', lease, id)
  end
end
local delayed = redis.call('ZRANGEBYSCORE', delay, '-inf', ms, 'LIMIT', 0, most)
local steps = redis.call('ZRANGEBYSCORE', todo, '-inf', ms, 'LIMIT', 0, most)
if #delayed + #lost + #steps > 0 then return {'DUE', delayed, lost, steps, 0} end
local until_next = -1
local firsts = {
  redis.call('ZRANGEBYSCORE', delay, '-inf', '+inf', 'WITHSCORES', 'LIMIT', 0, 1)[2] or -1,
  redis.call('ZRANGEBYSCORE', lease, '-inf', '+inf', 'WITHSCORES', 'LIMIT', 0, 1)[2] or -1,
  redis.call('ZRANGEBYSCORE', todo, '-inf', '+inf', 'WITHSCORES', 'LIMIT', 0, 1)[2] or -1}
for _, first in ipairs(firsts) do
  first = tonumber(first)
  if first >= 0 and (until_next < 0 or first - now < until_next) then until_next = math.max(0, first - now) end
end
return {'DUE', delayed, lost, steps, whole(until_next)}
