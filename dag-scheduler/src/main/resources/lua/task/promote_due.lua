-- Purpose  Make delayed tasks ready that are due.
-- Keys     delay (zset), ready (zsets, one per queue of the tickets): of one partition
-- Args     queues (names of ready, by comma), tickets... (1..100)
-- Returns  PROMOTED ticket...
-- Cost     O(tickets * log n)
-- Retry    safe: what was promoted is not delayed any more
local delay = KEYS[1]
local ready = {unpack(KEYS, 2)}
local queues = ARGV[1]
local tickets = {unpack(ARGV, 2)}
-- @include clock
-- @include enqueue

local us = now_us()
local lines, promoted = {}, {}
for _, ticket in ipairs(tickets) do
  local due = redis.call('ZSCORE', delay, ticket)
  if due and due * 1000 <= us then
    redis.call('ZREM', delay, ticket)
    local queue, priority = ticket:match('^[^|]+|([^|]*)|(%d)')
    local line = lines[queue] or {}
    lines[queue] = line
    line[#line + 1] = tonumber(priority)
    line[#line + 1] = ticket
    promoted[#promoted + 1] = ticket
  end
end
enqueue_all(ready, queues, lines, us)
return {'PROMOTED', unpack(promoted)}
