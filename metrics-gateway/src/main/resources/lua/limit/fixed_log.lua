-- Purpose  Count hits in a window that begins with the first of them, each as a timestamp.
-- Keys     log (zset)
-- Args     limit, window_ms, hits (of one call; 0: only look, below 0: give back), calls (that many ask at once); and where it
--          matters at (0: tell it, else: give back what was counted there), ahead (hits that were told the same and came earlier)
-- Returns  DECIDED granted (calls) remaining reset_ms retry_ms (0: none was refused, -1: it can never fit) at (if asked for: µs)
-- Cost     O(hits * log limit)
-- Retry    counts twice
local log = KEYS[1]
local limit, window_ms, hits, calls = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local at, ahead = tonumber(ARGV[5]), tonumber(ARGV[6])
-- @include clock
-- @include share
-- @include log_entries

local used = redis.call('ZCARD', log)
local left_ms = redis.call('PTTL', log)
if used > 0 and (left_ms < 0 or left_ms > window_ms) then
  left_ms = window_ms
  redis.call('PEXPIRE', log, window_ms)
end
local granted = share_of(limit - used, hits, calls)
local counted_at
if granted * hits > 0 then
  counted_at = newest_or(log, now_us())
  add_entries(log, counted_at, granted * hits)
  if left_ms < 0 then
    left_ms = window_ms
    redis.call('PEXPIRE', log, window_ms)
  end
elseif hits < 0 then
  remove_entries(log, -hits * calls, at, ahead)
end
used = redis.call('ZCARD', log)
local retry_ms = granted == calls and 0 or hits > limit and NEVER or left_ms
return {'DECIDED', granted, math.max(0, limit - used), used > 0 and left_ms or 0, retry_ms, at and counted_at}
