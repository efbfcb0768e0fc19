-- Purpose  Acknowledge what the owner of a partition has handled, and hand out what comes next.
-- Keys     owner (hash: fence of the lease), stream (with a consumer group); one hash tag
-- Args     fence (that the caller holds), group (text), countMax (count, 0..1000; 0 only acknowledges), acked ids (0..1000)
-- Returns  ENTRIES entry... | NOTHING | STALE
-- Cost     O(countMax + acked + pending entries that were deleted by hand)
-- Retry    safe: what was handed out and not acknowledged is handed out again, first and in order
local owner, stream = KEYS[1], KEYS[2]
local fence, group, count_max, acked = ARGV[1], ARGV[2], tonumber(ARGV[3]), {unpack(ARGV, 4)}
-- There is one consumer per partition, whoever it is: so a new owner finds what the last one left pending as its own.
local consumer = 'owner'

if redis.call('HGET', owner, 'fence') ~= fence then
  return {'STALE'}
end
if redis.call('EXISTS', stream) == 0 then
  return {'NOTHING'}
end
if #acked > 0 then
  redis.call('XACK', stream, group, unpack(acked))
end
if count_max == 0 then
  return {'NOTHING'}
end

local function read(from)
  local found = redis.call('XREADGROUP', 'GROUP', group, consumer, 'COUNT', count_max, 'STREAMS', stream, from)
  return found and found[1][2] or {}
end

-- A group that is gone (FLUSHALL) begins anew with the oldest entry.
local groups = redis.call('XINFO', 'GROUPS', stream)
local known = false
for _, one in ipairs(groups) do
  known = known or one[2] == group
end
if not known then
  redis.call('XGROUP', 'CREATE', stream, group, '0')
end

local entries = {}
repeat
  local pending = read('0')
  for _, entry in ipairs(pending) do
    if entry[2] then
      entries[#entries + 1] = entry
    else
      -- Deleted by hand while it was pending: nobody will ever handle it.
      redis.call('XACK', stream, group, entry[1])
    end
  end
until #entries > 0 or #pending == 0
if #entries == 0 then
  entries = read('>')
end
if #entries == 0 then
  return {'NOTHING'}
end
return {'ENTRIES', unpack(entries)}
