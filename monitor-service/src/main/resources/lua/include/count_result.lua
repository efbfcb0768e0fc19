-- Purpose  Count a result in its hour, once: by the minute where checks are frequent, else by five; one that was up by its latency, too.
local function count_result(hist, letter, result, meta, now)
  -- The caller chose the hour, before this ran: a result at the turn of the hour stays in the minutes next to it.
  local into_hour = now - result.hour * 3600000
  local bucket = 'b' .. result.bucket
  local counted, fields
  if meta.interval <= 15000 then
    local minute = string.format('m%d', math.min(59, math.max(0, into_hour / 60000)))
    counted = redis.call('HMGET', hist, minute, bucket)
    local up, down, unknown, latency_ms = string.match(counted[1] or '0 0 0 0', '(%d+) (%d+) (%d+) (%d+)')
    local counts = {u = up, d = down, x = unknown}
    counts[letter] = counts[letter] + 1
    latency_ms = latency_ms + (letter == 'u' and result.latency_ms or 0)
    fields = {minute, string.format('%d %d %d %d', counts.u, counts.d, counts.x, latency_ms)}
  else
    local slot = string.format('%d', math.min(11, math.max(0, into_hour / 300000)))
    counted = redis.call('HMGET', hist, letter .. slot, bucket, 's' .. slot)
    fields = {letter .. slot, string.format('%d', (counted[1] or 0) + 1)}
    if letter == 'u' then
      fields[3], fields[4] = 's' .. slot, string.format('%d', (counted[3] or 0) + result.latency_ms)
    end
  end
  if letter == 'u' then
    fields[#fields + 1], fields[#fields + 2] = bucket, string.format('%d', (counted[2] or 0) + 1)
  end
  redis.call('HSET', hist, unpack(fields))
  if not counted[1] then
    -- One that begins again, since Redis has forgotten it, is told from the one before: both are of the same hour, and add up.
    if redis.call('HLEN', hist) * 2 == #fields then
      redis.call('HSET', hist, 'g', string.format('%d', math.max(1, into_hour)))
    end
    redis.call('PEXPIRE', hist, 10800000)
  end
end
