-- Purpose  Show available drivers in a cell, each unless something newer is known of it there.
-- Keys     geo (geo zset), online (zset), one hash tag
-- Args     arrivals: (id, place (as a geo set scores it), score (expiry (unix ms, the version) and, behind the point, the age of the
--          position in 4096ths))..., no id twice
-- Returns  ENTERED count | OPENED count (nobody was there: whoever sweeps may not know the cell)
-- Cost     O(n log size)
-- Retry    safe: the same version changes nothing
local geo, online, arrivals = KEYS[1], KEYS[2], ARGV
local RENEWED_MS, TOMBSTONE = 1200000, 4095 / 4096
local ids = {}
for i = 1, #arrivals, 3 do
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
  local place, arrival, score = arrivals[n * 3 - 1], arrivals[n * 3], tonumber(known[n] or 0)
  local expiry, version = math.floor(tonumber(arrival)), math.floor(score)
  -- What has lapsed may have been swept, tombstone and all, if nothing is known of it: it must not come back.
  if expiry > version and (version > 0 or not has_lapsed(expiry)) then
    local last = #scores
    places[last + 1], places[last + 2] = place, id
    scores[last + 1], scores[last + 2] = arrival, id
    -- Who comes may be the first; each of those who stay renews what lives for an hour three times in it.
    is_due = is_due or score - version == TOMBSTONE or math.floor(version / RENEWED_MS) ~= math.floor(expiry / RENEWED_MS)
  end
  is_anybody_known = is_anybody_known or version > 0
end
local was_empty = not is_anybody_known and redis.call('EXISTS', online) == 0
if #scores > 0 then
  -- GEOADD would make the places out of degrees, and a number takes Redis longer to write than a text.
  redis.call('ZADD', geo, unpack(places))
  redis.call('ZADD', online, unpack(scores))
end
if is_due then
  redis.call('EXPIRE', geo, 3600)
  redis.call('EXPIRE', online, 3600)
end
return {was_empty and 'OPENED' or 'ENTERED', #scores / 2}
