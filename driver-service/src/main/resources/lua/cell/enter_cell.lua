-- Purpose  Show available drivers in a cell, each unless something newer is known of it there.
-- Keys     geo (geo zset), online (zset), one hash tag
-- Args     arrivals: (id, lon, lat (degrees), expiry (unix ms, the version), code (0..4094, age of the position))..., no id twice
-- Returns  ENTERED count | OPENED count (nobody was there: whoever sweeps may not know the cell)
-- Cost     O(n log size)
-- Retry    safe: the same version changes nothing
local geo, online, arrivals = KEYS[1], KEYS[2], ARGV
local RENEWED_MS, TOMBSTONE = 1200000, 4095 / 4096
local ids = {}
for i = 1, #arrivals, 5 do
  ids[#ids + 1] = arrivals[i]
end
local known = redis.call('ZMSCORE', online, unpack(ids))

local now
local function has_lapsed(expiry)
  local time = not now and redis.call('TIME')
  now = now or time[1] * 1000 + math.floor(time[2] / 1000)
  return expiry <= now
end

local places, scores, is_due, is_anybody_known = {}, {}, false, false
for n, id in ipairs(ids) do
  local expiry, score = tonumber(arrivals[n * 5 - 1]), tonumber(known[n] or 0)
  local version = math.floor(score)
  -- What has lapsed may have been swept, tombstone and all, if nothing is known of it: it must not come back.
  if expiry > version and (version > 0 or not has_lapsed(expiry)) then
    local place, last = #places, #scores
    places[place + 1], places[place + 2], places[place + 3] = arrivals[n * 5 - 3], arrivals[n * 5 - 2], id
    scores[last + 1], scores[last + 2] = expiry + arrivals[n * 5] / 4096, id
    -- Who comes may be the first; each of those who stay renews what lives for an hour three times in it.
    is_due = is_due or score - version == TOMBSTONE or math.floor(version / RENEWED_MS) ~= math.floor(expiry / RENEWED_MS)
  end
  is_anybody_known = is_anybody_known or version > 0
end
local was_empty = not is_anybody_known and redis.call('EXISTS', online) == 0
if #scores > 0 then
  redis.call('GEOADD', geo, unpack(places))
  redis.call('ZADD', online, unpack(scores))
end
if is_due then
  redis.call('EXPIRE', geo, 3600)
  redis.call('EXPIRE', online, 3600)
end
return {was_empty and 'OPENED' or 'ENTERED', #scores / 2}
