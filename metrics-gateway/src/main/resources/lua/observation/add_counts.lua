-- Purpose  Add to the counts of a latency sketch.
-- Keys     sketch (string)
-- Args     ttl_ms (from its beginning; 0: for ever), width (bytes of a count: 4 or 6), counts (pairs of a bucket, 2 bytes, and
--          how many more, 6 bytes; the lowest bucket first)
-- Returns  ADDED
-- Cost     O(buckets between the lowest and the highest), at most 1,200
-- Retry    counts twice
local sketch = KEYS[1]
local ttl_ms, width, counts = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3]
-- @include sketch

add_counts(sketch, ttl_ms, width, counts)
return {'ADDED'}
