-- Purpose  The drivers of a cell whose heartbeat has lapsed. Tombstones that lapsed are removed here and now.
-- Keys     geo (geo zset), online (zset), one hash tag
-- Args     stuck (count of those that are passed over, they can't be taken out now), max (count)
-- Returns  LAPSED next (id)... | QUIET next (unix ms when the next one lapses; 0: the cell is empty)
-- Cost     O(max * log size)
-- Retry    safe
local geo, online, stuck, max = KEYS[1], KEYS[2], tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local lapsed = {}
for _, id in ipairs(redis.call('ZRANGE', online, '-inf', '(' .. now + 1, 'BYSCORE', 'LIMIT', stuck, max)) do
  if redis.call('ZSCORE', geo, id) then
    lapsed[#lapsed + 1] = id
  else
    redis.call('ZREM', online, id)
  end
end
local first = redis.call('ZRANGE', online, 0, 0, 'WITHSCORES')
return {#lapsed > 0 and 'LAPSED' or 'QUIET', math.floor(tonumber(first[2] or 0)), unpack(lapsed)}
