-- Purpose  Keep hits as timestamps. Entries are unique also where the clock stands still or steps back.
-- @include clock
local function newest_or(log, now)
  local newest = redis.call('ZREVRANGE', log, 0, 0, 'WITHSCORES')
  return math.max(now, tonumber(newest[2] or 0))
end

local function add_entries(log, at, count)
  local entries = {}
  for i = 1, count do
    entries[#entries + 1] = whole(at + i)
    entries[#entries + 1] = whole(at + i)
  end
  redis.call('ZADD', log, unpack(entries))
end

-- The entries that were added there, behind the first of them; those that are gone stay gone. Without a place the newest.
local function remove_entries(log, count, at, ahead)
  if at then
    redis.call('ZREMRANGEBYSCORE', log, whole(at + ahead + 1), whole(at + ahead + count))
  else
    redis.call('ZPOPMAX', log, count)
  end
end
