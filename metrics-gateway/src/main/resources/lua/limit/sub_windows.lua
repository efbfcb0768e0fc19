-- Purpose  Count hits in sub-windows, the oldest of which counts in full until it has passed: never more than the limit in any
--          window, at a size that does not depend on the limit.
-- Keys     ring (hash: i newest sub-window, t total, c shape, 0..parts hits by sub-window)
-- Args     limit, window_ms, hits (of one call; 0: only look, below 0: give back), calls (that many ask at once), parts (of a
--          window)
-- Returns  DECIDED granted (calls) remaining reset_ms retry_ms (0: none was refused, -1: it can never fit)
-- Cost     O(parts)
-- Retry    counts twice
local ring = KEYS[1]
local limit, window_ms, hits, calls = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local parts = tonumber(ARGV[5])
-- @include clock
-- @include share
-- @include ring_ages

local slots = parts + 1
local part_us = math.ceil(window_ms * 1000 / parts)
local shape = parts .. '/' .. window_ms
local now = now_us()
local head = redis.call('HMGET', ring, 'c', 'i', 't')
local newest, total = math.floor(now / part_us), 0
if head[1] == shape then
  -- A clock that is behind the one that wrote last stands still.
  local before = tonumber(head[2])
  now = math.max(now, before * part_us)
  newest, total = math.floor(now / part_us), tonumber(head[3])
  if newest - before > parts then
    redis.call('UNLINK', ring)
    total = 0
  elseif newest > before then
    local passed = {}
    for i = before + 1, newest do passed[#passed + 1] = i % slots end
    for _, count in ipairs(redis.call('HMGET', ring, unpack(passed))) do total = total - tonumber(count or 0) end
    redis.call('HDEL', ring, unpack(passed))
    redis.call('HSET', ring, 'i', whole(newest), 't', total)
  end
elseif head[1] then
  redis.call('UNLINK', ring)
end

-- When a sub-window of that age is forgotten.
local function forgotten_in_us(age)
  return (newest - age + slots) * part_us - now
end

local granted = share_of(limit - total, hits, calls)
if granted * hits > 0 then
  total = total + granted * hits
  redis.call('HINCRBY', ring, newest % slots, granted * hits)
  redis.call('HSET', ring, 'c', shape, 'i', whole(newest), 't', total)
elseif hits < 0 then
  local back = math.min(total, -hits * calls)
  total = total - back
  take_back(ring, newest, slots, back)
  if total > 0 then redis.call('HSET', ring, 't', total) else redis.call('UNLINK', ring) end
end
local reset_ms = 0
if total > 0 then
  reset_ms = ms(forgotten_in_us(0))
  redis.call('PEXPIRE', ring, reset_ms)
end
local retry_ms = 0
if granted < calls and hits > limit then
  retry_ms = NEVER
elseif granted < calls then
  retry_ms = ms(forgotten_in_us(age_that_frees(ring, newest, slots, total, limit - hits)))
end
return {'DECIDED', granted, math.max(0, limit - total), reset_ms, retry_ms}
