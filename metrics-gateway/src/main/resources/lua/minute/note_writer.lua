-- Purpose  Note that a process has written a value of a minute, and forget the processes whose values are gone.
-- Keys     writers (hash: process -> the last minute that it wrote)
-- Args     process, minute (since 1970), oldest (minute that is still kept), ttl_ms
-- Returns  WRITERS process minute ...
-- Cost     O(writers), those whose values are kept
-- Retry    safe
local writers = KEYS[1]
local process, minute, oldest, ttl_ms = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])

redis.call('HSET', writers, process, minute)
redis.call('PEXPIRE', writers, ttl_ms)
-- bounded: by how often processes are started within the time for which values are kept
local known = redis.call('HGETALL', writers)
local answer = {'WRITERS'}
for i = 1, #known, 2 do
  if tonumber(known[i + 1]) < oldest then
    redis.call('HDEL', writers, known[i])
  else
    answer[#answer + 1] = known[i]
    answer[#answer + 1] = known[i + 1]
  end
end
return answer
