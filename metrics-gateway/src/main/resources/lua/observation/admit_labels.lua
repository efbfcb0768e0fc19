-- Purpose  Give labels a place among those that are counted apart, as long as there is one.
-- Keys     labels (set)
-- Args     most (labels), then at most 500 names
-- Returns  ADMITTED | FULL name...
-- Cost     O(names)
-- Retry    safe
local labels = KEYS[1]
local most, names = tonumber(ARGV[1]), ARGV

local size = redis.call('SCARD', labels)
local without = {'FULL'}
for i = 2, #names do
  if redis.call('SISMEMBER', labels, names[i]) == 0 then
    if size < most then
      redis.call('SADD', labels, names[i])
      size = size + 1
    else
      without[#without + 1] = names[i]
    end
  end
end
if #without == 1 then return {'ADMITTED'} end
return without
