-- Purpose  Show a result: status, recent results, where their time went (if anywhere), counts of its hour.
-- @include keep
-- @include count_result
local function write_result(status, recent, phases, hist, result, meta, before, fence, now)
  local ttl = math.max(300000, 3 * (meta.interval + math.max(meta.grace, 0)))
  -- As whole numbers by ourselves: Redis and Lua would take them for fractions, which costs more than to store them.
  local checked_at, second = string.format('%d', now), string.format('%d', now / 1000)
  local fields = {'latency_ms', result.latency_ms, 'checked_at', checked_at, 'fence', fence}
  for _, detail in ipairs({'phases', 'certificate_days', 'message', 'operation'}) do
    if (result[detail] or '') ~= '' then
      fields[#fields + 1] = detail
      fields[#fields + 1] = result[detail]
    end
  end
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
      'state', result.state, 'since', before.state == result.state and before.since or checked_at, 'version', meta.version)
  end

  local letter = ({up = 'u', down = 'd'})[result.verdict] or 'x'
  local reason = result.reason == 'ok' and '' or ':' .. result.reason
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
  count_result(hist, letter, result, meta, now)
end
