-- Purpose  Count hits in a window that begins with the first of them.
-- Keys     count (string)
-- Args     limit, window_ms, hits (of one call; 0: only look, below 0: give back), calls (that many ask at once); and where it
--          matters at (0: tell it, else: give back what was counted there), ahead (of no use here)
-- Returns  DECIDED granted (calls) remaining reset_ms retry_ms (0: none was refused, -1: it can never fit) at (if asked for: end of the window in ms)
-- Cost     O(1)
-- Retry    counts twice
local count = KEYS[1]
local limit, window_ms, hits, calls = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local at = tonumber(ARGV[5])
-- @include clock
-- @include share

-- By two clocks, of which one stands still while a script runs.
local SAME_MS = 2

local used = tonumber(redis.call('GET', count) or 0)
local left_ms = redis.call('PTTL', count)
if used > 0 and (left_ms < 0 or left_ms > window_ms) then
  left_ms = window_ms
  redis.call('PEXPIRE', count, window_ms)
end
local granted = share_of(limit - used, hits, calls)
local change = math.max(granted * hits, -used)
if hits < 0 and at and math.abs(ms(now_us()) + left_ms - at) > SAME_MS then change = 0 end
if change ~= 0 then
  used = redis.call('INCRBY', count, change)
  if left_ms < 0 then
    left_ms = window_ms
    redis.call('PEXPIRE', count, window_ms)
  end
end
local retry_ms = granted == calls and 0 or hits > limit and NEVER or left_ms
return {'DECIDED', granted, math.max(0, limit - used), used > 0 and left_ms or 0, retry_ms, at and ms(now_us()) + left_ms}
