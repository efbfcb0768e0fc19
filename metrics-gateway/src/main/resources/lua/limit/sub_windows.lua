-- Purpose  Count hits in sub-windows, the oldest of which counts in full until it has passed: never more than the limit in any
--          window, at a size that does not depend on the limit. One string, since Redis spends its time on commands and fields.
-- Keys     ring (string: parts, window_ms, number of the newest sub-window, hits in all, hits in it; then number modulo 256 and
--          hits of those before it that had any, the oldest first)
-- Args     limit, window_ms, hits (of one call; 0: only look, below 0: give back), calls (that many ask at once), parts (of a
--          window); and where it matters at (0: tell it, else: give back what was counted there), ahead (of no
--          use here)
-- Returns  DECIDED granted (calls) remaining reset_ms retry_ms (0: none was refused, -1: it can never fit) at (if asked for:
--          number of the sub-window)
-- Cost     O(parts)
-- Retry    counts twice
local ring = KEYS[1]
local limit, window_ms, hits, calls = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local parts, at = tonumber(ARGV[5]), tonumber(ARGV[6])
-- @include clock
-- @include share
-- @include ring_pairs
local HEAD, HEAD_BYTES = '<BI4dI4I4', 21

local part_us = math.ceil(window_ms * 1000 / parts)
local now = now_us()
local newest = math.floor(now / part_us)
local written, total, current, older = nil, 0, 0, ''
local kept = redis.call('GET', ring)
if kept then
  local kept_parts, kept_ms, number, kept_total, kept_current = struct.unpack(HEAD, kept)
  if kept_parts == parts and kept_ms == window_ms then
    written, total, current, older = number, kept_total, kept_current, string.sub(kept, HEAD_BYTES + 1)
  end
end

if written and newest < written then
  -- A clock that is behind the one that wrote last stands still.
  newest, now = written, written * part_us
elseif written and newest > written + parts then
  total, current, older = 0, 0, ''
elseif written and newest > written then
  local passed
  older, passed = forget_passed(older .. struct.pack(PAIR, written % 256, current), newest, parts)
  total, current = total - passed, 0
end

-- When the hits of a sub-window are forgotten.
local function end_us(number)
  return (number + parts + 1) * part_us
end

local granted = share_of(limit - total, hits, calls)
if granted * hits > 0 then
  total, current = total + granted * hits, current + granted * hits
elseif hits < 0 and at and at ~= newest then
  local back = 0
  if at < newest and newest - at <= parts then older, back = take_back_of(older, at, -hits * calls) end
  total = total - back
elseif hits < 0 then
  local back = math.min(at and current or total, -hits * calls)
  local of_newest = math.min(back, current)
  total, current, older = total - back, current - of_newest, take_back(older, back - of_newest)
end
if granted * hits ~= 0 and total == 0 then
  redis.call('UNLINK', ring)
elseif granted * hits ~= 0 then
  local all = struct.pack(HEAD, parts, window_ms, newest, total, current) .. older
  if newest == written then
    -- It ends when it did.
    redis.call('SET', ring, all, 'KEEPTTL')
  else
    redis.call('SET', ring, all, 'PXAT', ms(end_us(newest)))
  end
end

local retry_ms = 0
if granted < calls and hits > limit then
  retry_ms = NEVER
elseif granted < calls then
  retry_ms = ms(end_us(number_that_frees(older, newest, total, limit - hits)) - now)
end
return {'DECIDED', granted, math.max(0, limit - total), total > 0 and ms(end_us(newest) - now) or 0, retry_ms, at and newest}
