-- Purpose  Change a figure unless the batch has changed it already.
-- Keys     figure (string, hash or zset, as the kind says), seen (string); one slot
-- Args     seen_ms, ttl_ms (0: for ever), kind (number, counts, buckets, times), detail (counts: bytes of each; buckets: their sum, 0:
--          none), then values
-- Returns  ADDED | SEEN
-- Cost     O(values), at most 4,000
-- Retry    safe
local figure, seen = KEYS[1], KEYS[2]
local seen_ms, ttl_ms, kind, detail, values = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3], ARGV[4], ARGV
-- @include sketch

if redis.call('EXISTS', seen) == 1 then return {'SEEN'} end
if kind == 'number' then
  redis.call('INCRBYFLOAT', figure, values[5])
elseif kind == 'counts' then
  add_counts(figure, ttl_ms, tonumber(detail), values[5])
elseif kind == 'times' then
  for i = 5, #values, 2 do
    redis.call('ZADD', figure, values[i], values[i + 1])
  end
  redis.call('ZREMRANGEBYRANK', figure, 0, -1001)
else
  for i = 5, #values, 2 do
    redis.call('HINCRBY', figure, values[i], values[i + 1])
  end
  if detail ~= '0' then redis.call('HINCRBYFLOAT', figure, 'sum', detail) end
end
if ttl_ms > 0 and kind ~= 'counts' then redis.call('PEXPIRE', figure, ttl_ms) end
redis.call('SET', seen, '1', 'PX', seen_ms)
return {'ADDED'}
