-- Purpose  Count different things, for a time.
-- Keys     uniques (hyperloglog)
-- Args     ttl_ms, then at most 1,000 members
-- Returns  ADDED
-- Cost     O(members)
-- Retry    safe
local uniques = KEYS[1]
local ttl_ms, members = tonumber(ARGV[1]), ARGV

for i = 2, #members do
  redis.call('PFADD', uniques, members[i])
end
redis.call('PEXPIRE', uniques, ttl_ms)
return {'ADDED'}
