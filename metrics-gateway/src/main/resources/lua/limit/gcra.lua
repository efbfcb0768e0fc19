-- Purpose  Let hits pass at an even rate, some of them early: the generic cell rate algorithm.
-- Keys     tat (string: when all that passed would have come evenly, in microseconds)
-- Args     limit, window_ms, hits (of one call; 0: only look, below 0: give back), calls (that many ask at once), burst (hits
--          that may come at once); and where it matters at (0: tell it, else: give back what was counted there), ahead (hits that
--          were told the same and came earlier)
-- Returns  DECIDED granted (calls) remaining reset_ms retry_ms (0: none was refused, -1: it can never fit) at (if asked for:
--          when it would have been full without them, in µs)
-- Cost     O(1)
-- Retry    counts twice
local tat = KEYS[1]
local limit, window_ms, hits, calls = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local burst, at, ahead = tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7])
-- @include clock
-- @include share

local gap_us = window_ms * 1000 / limit
local now = now_us()
local before = math.max(now, tonumber(redis.call('GET', tat) or 0))
local free = (burst * gap_us - (before - now)) / gap_us

-- Whole microseconds are not a hit missed.
local granted = share_of(free + 0.000001 * burst, hits, calls)
local change = granted * hits * gap_us
if hits < 0 and at then
  -- What has passed since it would have been full would have been of no use.
  change = math.min(0, change + math.max(0, now - at - ahead * gap_us))
end
local after = math.max(now, before + change)
if after > now and after ~= before then
  redis.call('SET', tat, whole(math.ceil(after)), 'PX', ms(after - now))
elseif after ~= before then
  redis.call('UNLINK', tat)
end
local remaining = math.max(0, math.floor((burst * gap_us - (after - now)) / gap_us + 0.000001 * burst))
local retry_ms = 0
if granted < calls then
  retry_ms = hits > burst and NEVER or math.max(1, ms(after + hits * gap_us - burst * gap_us - now))
end
return {'DECIDED', granted, remaining, ms(after - now), retry_ms, at and before}
