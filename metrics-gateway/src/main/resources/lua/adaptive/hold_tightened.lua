-- Purpose  Tighten a policy, keep it so, or only look whether it is.
-- Keys     tightened (string: since when, unix milliseconds)
-- Args     hold_ms (how long it stays so from now on; 0: only look), begins (1: also if it is not yet)
-- Returns  TIGHTENED since_ms left_ms | USUAL
-- Cost     O(1)
-- Retry    safe
local tightened = KEYS[1]
local hold_ms, begins = tonumber(ARGV[1]), tonumber(ARGV[2])
-- @include clock

local since = redis.call('GET', tightened)
if not since then
  if hold_ms == 0 or begins == 0 then
    return {'USUAL'}
  end
  since = whole(ms(now_us()))
  redis.call('SET', tightened, since, 'PX', hold_ms)
elseif hold_ms > 0 then
  redis.call('PEXPIRE', tightened, hold_ms)
end
return {'TIGHTENED', tonumber(since), redis.call('PTTL', tightened)}
