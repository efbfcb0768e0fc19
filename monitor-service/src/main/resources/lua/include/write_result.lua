-- Purpose  Show a result: status, recent results, where their time went (if anywhere), counts of its hour.
-- @include keep
local function write_result(status, recent, phases, hist, result, meta, before, fence, now)
  local ttl = math.max(300000, 3 * (meta.interval + math.max(meta.grace, 0)))
  local fields = {'latency_ms', result.latency_ms, 'checked_at', now, 'fence', fence, unpack(result.details)}
  local is_usual = before.state == result.state and before.verdict == result.verdict and before.reason == result.reason
    and before.status_code == result.status_code and before.version == meta.version
  -- Each field costs, so those that stay are left as they are. Those that do not apply any more must go.
  redis.call('HSET', status, unpack(fields))
  local is_more = redis.call('HLEN', status) * 2 > #fields + 12
  if is_more then
    redis.call('DEL', status)
    redis.call('HSET', status, unpack(fields))
  end
  if is_more or not is_usual then
    redis.call('HSET', status, 'status_code', result.status_code, 'verdict', result.verdict, 'reason', result.reason,
      'state', result.state, 'since', before.state == result.state and before.since or now, 'version', meta.version)
  end

  local letter = ({up = 'u', down = 'd'})[result.verdict] or 'x'
  local reason = result.reason == 'ok' and '' or ':' .. result.reason
  local second = math.floor(now / 1000)
  -- Cut now and then: readers take as many as there should be.
  local results = redis.call('LPUSH', recent, second .. ':' .. letter .. result.latency_ms .. ':' .. result.status_code .. reason)
  if results > 64 then
    redis.call('LTRIM', recent, 0, 59)
  end
  local timed = result.phases ~= '' and redis.call('LPUSH', phases, second .. ':' .. result.phases)
  if timed and timed > 24 then
    redis.call('LTRIM', phases, 0, 19)
  end
  keep(ttl, results == 1 or timed == 1, status, recent, phases)

  -- The caller chose the hour, before this ran: a result at the turn of the hour stays in the minutes next to it. Each is
  -- counted once: by the minute where checks are frequent, else by five.
  local into_hour = now - result.hour * 3600000
  local is_first
  if meta.interval <= 15000 then
    local minute = 'm' .. math.min(59, math.max(0, math.floor(into_hour / 60000)))
    local packed = redis.call('HGET', hist, minute)
    local up, down, unknown, latency_ms = string.match(packed or '0 0 0 0', '(%d+) (%d+) (%d+) (%d+)')
    local counts = {u = up, d = down, x = unknown}
    counts[letter] = counts[letter] + 1
    latency_ms = latency_ms + (letter == 'u' and result.latency_ms or 0)
    redis.call('HSET', hist, minute, string.format('%d %d %d %.0f', counts.u, counts.d, counts.x, latency_ms))
    is_first = not packed
  else
    local slot = math.min(11, math.max(0, math.floor(into_hour / 300000)))
    is_first = redis.call('HINCRBY', hist, letter .. slot, 1) == 1
    if letter == 'u' then
      redis.call('HINCRBY', hist, 's' .. slot, result.latency_ms)
    end
  end
  if letter == 'u' then
    redis.call('HINCRBY', hist, 'b' .. result.bucket, 1)
  end
  if is_first then
    redis.call('PEXPIRE', hist, 10800000)
  end
end
