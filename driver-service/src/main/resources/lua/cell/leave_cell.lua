-- Purpose  Hide drivers from a cell, each unless something newer is known of it there. A tombstone stays until the version
--          lapses, so that what is still under way with an older version does not bring the driver back.
-- Keys     geo (geo zset), online (zset), one hash tag
-- Args     departures: (id, expiry (unix ms, the version))..., no id twice
-- Returns  LEFT count
-- Cost     O(n log size)
-- Retry    safe: the same version changes nothing
local geo, online, departures = KEYS[1], KEYS[2], ARGV
local TOMBSTONE = 4095 / 4096
local ids = {}
for i = 1, #departures, 2 do
  ids[#ids + 1] = departures[i]
end
local known = redis.call('ZMSCORE', online, unpack(ids))
local gone, scores = {}, {}
for n, id in ipairs(ids) do
  local expiry = tonumber(departures[n * 2])
  if expiry >= math.floor(tonumber(known[n] or 0)) then
    local score = #scores
    gone[#gone + 1], scores[score + 1], scores[score + 2] = id, expiry + TOMBSTONE, id
  end
end
local count = 0
if #gone > 0 then
  count = redis.call('ZREM', geo, unpack(gone))
  redis.call('ZADD', online, unpack(scores))
end
redis.call('EXPIRE', geo, 3600)
redis.call('EXPIRE', online, 3600)
return {'LEFT', count}
