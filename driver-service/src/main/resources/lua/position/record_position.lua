-- Purpose  Take signs of life of drivers, each with a point or (heartbeat) without.
-- Keys     records (for each sign the hash of its driver and a few others, in the order in which they count), one hash tag
-- Args     ttlMs (ms), guard: maxSpeed (m/s), slack (m), trustAfterMs (ms), agreeing (points); then the signs, for each
--          who (end of its fields), point (packed; empty: none), seq (or empty), decided (how a driver stands that is unknown
--          here, by lines: status, said, claim, reason; empty: not decided)
--          point: cell (8 bytes) lat lon (4 bytes each, 1e-7 degrees) at (6 bytes, unix ms, 0: now)
-- Returns  TAKEN (verdict driver)...
--          verdict: recorded, heard, outdated, implausible in capitals; or unknown, then all that follows is empty
--          driver: status reason statusBefore rec (packed) left (cells of 8 bytes, to be cleaned) said
-- Cost     O(n), 1..50 signs
-- Retry    safe: a point that came before is OUTDATED and answered alike
local records, signs, ttl_ms = KEYS, ARGV, tonumber(ARGV[1])
local guard = {max_speed = tonumber(ARGV[2]), slack_m = tonumber(ARGV[3]), trust_after_ms = tonumber(ARGV[4]),
  agreeing = tonumber(ARGV[5])}
-- @include driver_record
-- @include wake_driver
-- @include judge_point
-- @include tell_driver

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local function judge(driver, point)
  if not point then
    return 'HEARD'
  end
  -- A clock that is ahead must not make a point newer than all that follow.
  point.at = point.at > 0 and math.min(point.at, now) or now
  if is_outdated(driver, point, guard) and not is_believed_late(driver, point, now, guard) then
    return 'OUTDATED'
  end
  return is_implausible(driver, point, guard) and 'IMPLAUSIBLE' or 'RECORDED'
end

local function take(record, who, point, decided)
  local driver = read_driver(record, who)
  if not driver and decided == '' then
    return 'UNKNOWN', '', '', '', '', '', ''
  end
  driver = driver or new_driver(decided)
  local status_before, left = driver.status, driver.left or ''
  if is_far_ahead(driver, now, ttl_ms) then
    return 'OUTDATED', tell_driver(driver, status_before, left)
  end
  wake_driver(driver, now, ttl_ms)
  driver.left = nil
  local verdict = judge(driver, point)
  if verdict == 'RECORDED' then
    if driver.cell ~= point.cell and driver.cell ~= NO_CELL then
      driver.left = driver.cell
      left = left .. driver.cell
    end
    driver.lat, driver.lon, driver.at, driver.cell = point.lat, point.lon, point.at, point.cell
    driver.seq = point.seq and string.format('%.0f', point.seq) or driver.seq
  end
  write_driver(record, who, driver)
  return verdict, tell_driver(driver, status_before, left)
end

local function read_point(packed, seq)
  if packed == '' then
    return nil
  end
  local cell, lat, lon, at = struct.unpack('>c8i4i4I6', packed)
  return {cell = cell, lat = lat, lon = lon, at = at, seq = tonumber(seq)}
end

local reply = {'TAKEN'}
for n = 1, #records do
  local i, o = 2 + n * 4, n * 7 - 5
  reply[o], reply[o + 1], reply[o + 2], reply[o + 3], reply[o + 4], reply[o + 5], reply[o + 6] =
    take(records[n], signs[i], read_point(signs[i + 1], signs[i + 2]), signs[i + 3])
end
return reply
