-- Purpose  Let the permits of a queue vanish with the longest lease among them.
-- @include clock
local function expire_with_leases(permits, ms)
  local last = redis.call('ZRANGE', permits, -1, -1, 'WITHSCORES')
  if last[2] then redis.call('PEXPIRE', permits, whole(math.max(1, last[2] - ms))) end
end
