-- Purpose  Remove drivers from a cell that are still lapsed.
-- Keys     geo (geo zset), online (zset), one hash tag
-- Args     ids...
-- Returns  DROPPED count
-- Cost     O(n log size)
-- Retry    safe
local geo, online, ids = KEYS[1], KEYS[2], ARGV
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local count = 0
for _, id in ipairs(ids) do
  local expiry = redis.call('ZSCORE', online, id)
  if not expiry or math.floor(tonumber(expiry)) <= now then
    redis.call('ZREM', online, id)
    count = count + redis.call('ZREM', geo, id)
  end
end
return {'DROPPED', count}
