-- Purpose  Change whether a driver can be had, because somebody says so. It is a sign of life, too.
-- Keys     record (hash of the driver and a few others)
-- Args     ttlMs (ms), status (AVAILABLE, BUSY, OFFLINE), reason (or empty), decided (how a driver stands that is unknown here,
--          by lines: status, said, claim, reason; empty: not decided), who (end of its fields)
-- Returns  CHANGED driver | CLAIMED driver (nothing changed but the expiry) | UNKNOWN
--          driver: status reason statusBefore rec (packed) left (cells of 8 bytes, to be cleaned) said
-- Cost     O(1)
-- Retry    safe
local record, who, ttl_ms, status, reason = KEYS[1], ARGV[5], tonumber(ARGV[1]), ARGV[2], ARGV[3]
local decided = ARGV[4]
-- @include driver_record
-- @include driver_claim
-- @include wake_driver
-- @include tell_driver

local driver = read_driver(record, who)
if not driver and decided == '' then
  return {'UNKNOWN'}
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
driver = driver or new_driver(decided)
local status_before = driver.status
wake_driver(driver, now, ttl_ms)
local left = driver.left or ''
driver.left = nil
if is_claimed(driver) then
  write_driver(record, who, driver)
  return {'CLAIMED', tell_driver(driver, status_before, left)}
end
driver.status, driver.reason, driver.said = status, reason ~= '' and reason or nil, string.format('%.0f', driver.expiry)
-- Whoever may still show it as available.
if status ~= 'AVAILABLE' and driver.cell ~= NO_CELL then
  driver.left = driver.cell
  left = left .. driver.cell
end
write_driver(record, who, driver)
return {'CHANGED', tell_driver(driver, status_before, left)}
