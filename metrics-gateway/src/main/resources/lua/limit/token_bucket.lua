-- Purpose  Take tokens from a bucket that fills evenly.
-- Keys     bucket (hash: tokens, last in milliseconds)
-- Args     limit (tokens that come in a window), window_ms, hits (of one call; 0: only look, below 0: give back), calls (that
--          many ask at once), capacity; and where it matters at (0: tell it, else: give back what was counted there), ahead (hits that
--          were told the same and came earlier)
-- Returns  DECIDED granted (calls) remaining reset_ms retry_ms (0: none was refused, -1: it can never fit) at (if asked for:
--          when it would have been full without them, in µs)
-- Cost     O(1)
-- Retry    counts twice
local bucket = KEYS[1]
local limit, window_ms, hits, calls = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local capacity, at, ahead = tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7])
-- @include clock
-- @include share

local per_ms = limit / window_ms
local about = redis.call('HMGET', bucket, 'tokens', 'last')
local now = now_us() / 1000
local last = math.max(now, tonumber(about[2] or 0))
local tokens = math.min(capacity, tonumber(about[1] or capacity) + (last - tonumber(about[2] or last)) * per_ms)

-- Further away than months it is of no use, and would be no number of Redis.
local full_at = at and math.floor(1000 * math.min(last + (capacity - tokens) / per_ms, last + 10000000000))

-- What six decimals cut off is not a token missed.
local granted = share_of(tokens + 0.000001, hits, calls)
local change = -granted * hits
if hits < 0 and at then
  -- What has come since it would have been full would have run over.
  change = math.max(0, change - math.max(0, (last - at / 1000) * per_ms - ahead))
end
if change ~= 0 then
  tokens = math.max(0, math.min(capacity, tokens + change))
  if tokens < capacity then
    redis.call('HSET', bucket, 'tokens', string.format('%.6f', tokens), 'last', string.format('%.3f', last))
    redis.call('PEXPIRE', bucket, math.ceil((capacity - tokens) / per_ms + last - now))
  else
    redis.call('UNLINK', bucket)
  end
end
local reset_ms = math.ceil((capacity - tokens) / per_ms)
local retry_ms = granted == calls and 0 or hits > capacity and NEVER or math.ceil((hits - tokens) / per_ms)
return {'DECIDED', granted, math.floor(tokens + 0.000001), reset_ms, retry_ms, full_at}
