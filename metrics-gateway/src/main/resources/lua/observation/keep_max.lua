-- Purpose  Keep the largest value that was ever seen.
-- Keys     max (string)
-- Args     value
-- Returns  KEPT max
-- Cost     O(1)
-- Retry    safe
local max = KEYS[1]
local value = tonumber(ARGV[1])

local before = tonumber(redis.call('GET', max) or 0)
if value > before then
  redis.call('SET', max, value)
  before = value
end
return {'KEPT', before}
