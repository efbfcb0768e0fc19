-- Purpose  Add counts to the buckets of a sketch, and to the sum of its values.
-- Keys     sketch (hash bucket -> count, sum)
-- Args     ttl_ms (0: for ever), sum (0: none), then counts (bucket, count, bucket, count ...)
-- Returns  ADDED
-- Cost     O(counts), at most 2,000 buckets
-- Retry    counts twice
local sketch = KEYS[1]
local ttl_ms, sum, counts = tonumber(ARGV[1]), ARGV[2], ARGV

for i = 3, #counts, 2 do
  redis.call('HINCRBY', sketch, counts[i], counts[i + 1])
end
if sum ~= '0' then redis.call('HINCRBYFLOAT', sketch, 'sum', sum) end
if ttl_ms > 0 then redis.call('PEXPIRE', sketch, ttl_ms) end
return {'ADDED'}
