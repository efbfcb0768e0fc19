-- Purpose  Bring a driver back as Postgres says. Who is known here stays as it is, unless Postgres knows of a later word of
--          somebody about its status, of a later claim, or that its claim is over: Redis may have lost them.
-- Keys     record (hash of the driver and a few others)
-- Args     decided (how it stands, by lines: status, said, claim, reason), cell (8 bytes, empty: no position), lat, lon (1e-7
--          degrees), at (unix ms), expiry (unix ms, of its heartbeat), who (end of its fields)
-- Returns  RESTORED driver | KNOWN driver | LAPSED
--          driver: status reason statusBefore rec (packed) left (cells of 8 bytes, to be cleaned) said
-- Cost     O(1)
-- Retry    safe
local record, who, decided = KEYS[1], ARGV[7], ARGV[1]
local cell, lat, lon, at, expiry = ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
-- @include driver_record
-- @include driver_claim
-- @include tell_driver

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local driver, stored = read_driver(record, who), new_driver(decided)

-- No token up to this one holds the driver, or ever will.
local function end_claim(over)
  local claim = read_claim(driver)
  if is_claimed(driver) and claim.number <= over.number then
    write_claim(driver, {token = claim.token, request = claim.request, is_over = true})
    free_driver(driver, now)
  end
end

local function take_later_word()
  local is_later = tonumber(stored.said or 0) > tonumber(driver.said or 0) and not is_claimed(driver)
  if not is_later then
    return
  end
  if driver.status == 'AVAILABLE' and driver.cell ~= NO_CELL then
    driver.left = (driver.left or '') .. driver.cell
  end
  driver.status, driver.reason, driver.said, driver.expiry = stored.status, stored.reason, stored.said, driver.expiry + 1
  if driver.status == 'AVAILABLE' and driver.expiry <= now then
    driver.status, driver.reason = 'OFFLINE', 'heartbeat'
  end
end

if driver then
  local status_before, expiry_before, claim_before = driver.status, driver.expiry, driver.claim
  local claim = read_claim(stored)
  if is_claimed(stored) then
    hold_driver_for(driver, claim)
  else
    if claim then
      end_claim(claim)
    end
    take_later_word()
  end
  if driver.expiry == expiry_before and driver.claim == claim_before then
    return {'KNOWN', tell_driver(driver, status_before, driver.left or '')}
  end
  write_driver(record, who, driver)
  return {'RESTORED', tell_driver(driver, status_before, driver.left or '')}
end
if expiry <= now then
  return {'LAPSED'}
end
driver = stored
driver.expiry = expiry
if cell ~= '' then
  driver.cell, driver.lat, driver.lon, driver.at = cell, lat, lon, at
end
write_driver(record, who, driver)
return {'RESTORED', tell_driver(driver, driver.status, '')}
