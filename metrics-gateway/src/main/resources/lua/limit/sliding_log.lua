-- Purpose  Count the hits of the last window exactly: never more than the limit in any window.
-- Keys     log (zset)
-- Args     limit, window_ms, hits (of one call; 0: only look, below 0: give back), calls (that many ask at once); and where it
--          matters at (0: tell it, else: give back what was counted there), ahead (hits that were told the same and came earlier)
-- Returns  DECIDED granted (calls) remaining reset_ms retry_ms (0: none was refused, -1: it can never fit) at (if asked for: µs)
-- Cost     O((hits + expired) * log limit)
-- Retry    counts twice
local log = KEYS[1]
local limit, window_ms, hits, calls = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local at, ahead = tonumber(ARGV[5]), tonumber(ARGV[6])
-- @include clock
-- @include share
-- @include log_entries

local window_us = window_ms * 1000
local now = newest_or(log, now_us())
redis.call('ZREMRANGEBYSCORE', log, '-inf', whole(now - window_us))
local used = redis.call('ZCARD', log)
local granted = share_of(limit - used, hits, calls)
if granted * hits > 0 then
  add_entries(log, now, granted * hits)
elseif hits < 0 then
  remove_entries(log, -hits * calls, at, ahead)
end
used = redis.call('ZCARD', log)
local reset_ms = 0
if used > 0 then
  reset_ms = ms(newest_or(log, 0) + window_us - now)
  redis.call('PEXPIRE', log, reset_ms)
end
local retry_ms = 0
if granted < calls and hits > limit then
  retry_ms = NEVER
elseif granted < calls then
  local oldest = redis.call('ZRANGE', log, used + hits - limit - 1, used + hits - limit - 1, 'WITHSCORES')
  retry_ms = ms(tonumber(oldest[2]) + window_us - now)
end
return {'DECIDED', granted, math.max(0, limit - used), reset_ms, retry_ms, at and now}
