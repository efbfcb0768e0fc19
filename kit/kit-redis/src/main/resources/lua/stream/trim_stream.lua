-- Purpose  Drop what every group has consumed a while ago, and say how far behind one group is.
-- Keys     owner (hash: fence of the lease), stream (with consumer groups); one hash tag
-- Args     fence (that the caller holds), group (text), keepMs (ms that consumed entries stay, 0..86400000)
-- Returns  SURVEYED length unconsumed ageMs | NOTHING | STALE
-- Cost     O(groups + dropped), dropped at most 10000
-- Retry    safe: a repeat drops nothing more
local owner, stream = KEYS[1], KEYS[2]
local fence, group, keep_ms = ARGV[1], ARGV[2], tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

if redis.call('HGET', owner, 'fence') ~= fence then
  return {'STALE'}
end
if redis.call('EXISTS', stream) == 0 then
  return {'NOTHING'}
end

local function millis(id)
  return tonumber(string.match(id, '^%d+'))
end

-- When the oldest entry that this group did not consume was written; now if there is none.
local function oldest_unconsumed(name, last_delivered)
  local pending = redis.call('XPENDING', stream, name)
  if pending[1] > 0 then
    return millis(pending[2])
  end
  local following = redis.call('XRANGE', stream, '(' .. last_delivered, '+', 'COUNT', 1)
  return following[1] and math.min(now, millis(following[1][1])) or now
end

local length = redis.call('XLEN', stream)
local groups = redis.call('XINFO', 'GROUPS', stream)
local unconsumed, age_ms, known, keep_from = length, 0, false, now
for _, one in ipairs(groups) do
  local oldest = oldest_unconsumed(one[2], one[8])
  keep_from = math.min(keep_from, oldest)
  if one[2] == group then
    known = true
    age_ms = now - oldest
    -- Redis does not know the lag behind entries that were deleted by hand, and on a replica that took over.
    unconsumed = oldest < now and math.max(one[6], one[12] and one[6] + one[12] or length) or 0
  end
end

-- Before our group exists, everything is unconsumed.
if known then
  redis.call('XTRIM', stream, 'MINID', '~', string.format('%.0f', math.max(0, keep_from - keep_ms)))
end
return {'SURVEYED', length, unconsumed, age_ms}
