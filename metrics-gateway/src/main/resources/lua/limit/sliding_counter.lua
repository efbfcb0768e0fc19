-- Purpose  Estimate the hits of the last window from two counts, as if those of the window before had come evenly.
-- Keys     pair (hash: c window, i number of the window, n hits in it, p hits in the one before)
-- Args     limit, window_ms, hits (of one call; 0: only look, below 0: give back), calls (that many ask at once); and where it
--          matters at (0: tell it, else: give back what was counted there), ahead (of no use here)
-- Returns  DECIDED granted (calls) remaining reset_ms retry_ms (0: none was refused, -1: it can never fit) at (if asked for: number of the window)
-- Cost     O(1)
-- Retry    counts twice
local pair = KEYS[1]
local limit, window_ms, hits, calls = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local at = tonumber(ARGV[5])
-- @include clock
-- @include share

local window_us = window_ms * 1000
local now = now_us()
local about = redis.call('HMGET', pair, 'c', 'i', 'n', 'p')
local index, current, previous = math.floor(now / window_us), 0, 0
if tonumber(about[1]) == window_ms then
  -- A clock that is behind the one that wrote last stands still.
  local before = tonumber(about[2])
  now = math.max(now, before * window_us)
  index = math.floor(now / window_us)
  if index == before then
    current, previous = tonumber(about[3]), tonumber(about[4])
  elseif index == before + 1 then
    previous = tonumber(about[3])
  end
end
local begun_us = now - index * window_us
local function used()
  return current + previous * (1 - begun_us / window_us)
end

local granted = share_of(limit - used(), hits, calls)
local change, change_before = math.max(granted * hits, -current), 0
if hits < 0 and at and at ~= index then
  change, change_before = 0, at == index - 1 and math.max(hits * calls, -previous) or 0
end
if change ~= 0 or change_before ~= 0 then
  current, previous = current + change, previous + change_before
  redis.call('HSET', pair, 'c', window_ms, 'i', whole(index), 'n', current, 'p', previous)
  redis.call('PEXPIRE', pair, ms(2 * window_us - begun_us))
end
local retry_ms = 0
if granted < calls and hits > limit then
  retry_ms = NEVER
elseif granted < calls then
  local too_many = used() + hits - limit
  if current + hits <= limit then
    -- The window before fades in time.
    retry_ms = ms(too_many / previous * window_us)
  else
    -- In the next window this one fades.
    retry_ms = ms(window_us - begun_us + (current + hits - limit) / current * window_us)
  end
end
local reset_ms = current > 0 and ms(2 * window_us - begun_us) or previous > 0 and ms(window_us - begun_us) or 0
return {'DECIDED', granted, math.max(0, math.floor(limit - used())), reset_ms, retry_ms, at and index}
