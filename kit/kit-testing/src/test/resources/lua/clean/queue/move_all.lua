-- Purpose  Move what is waiting in several queues to another one.
-- Keys     target (list), sources (list...); one hash tag
-- Args     countMax (count, 1..100)
-- Returns  MOVED count | NOTHING
--          | FULL
-- Cost     O(countMax * sources)
-- Retry    safe: what was moved is gone
local target, sources = KEYS[1], {unpack(KEYS, 2)}
local count_max =
  tonumber(ARGV[1])

local function full(queue)
  return redis.call('LLEN', queue) >= count_max
end

local function done(count)
  if count == 0 then
    return {'NOTHING'}
  end
  return {'MOVED', count}
end

if full(target) then
  local reply = {'FULL'}
  return reply
end
local moved = 0
for _, source in ipairs(sources) do
  -- bounded: by countMax, a queue is never longer
  for _, item in ipairs(redis.call('LRANGE', source, 0, -1)) do
    redis.call('RPUSH', target, item)
    moved = moved + 1
  end
end
redis.call('DEL', unpack(sources))
return done(moved)
