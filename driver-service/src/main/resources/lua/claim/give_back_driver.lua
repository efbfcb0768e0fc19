-- Purpose  Give back a driver that was claimed by an attempt which got nothing. What is known of earlier claims of it is gone.
-- Keys     record (hash of the driver and a few others)
-- Args     request (number), attempt (of the request, counted), who (end of its fields)
-- Returns  RELEASED driver | OUTDATED (another attempt or request holds it, or none, or Postgres has granted it) | UNKNOWN
--          driver: as claim_driver tells it
-- Cost     O(1)
-- Retry    safe: it is OUTDATED then
local record, who, request, attempt = KEYS[1], ARGV[3], ARGV[1], tonumber(ARGV[2])
-- @include driver_record
-- @include driver_claim
-- @include tell_driver

local driver = read_driver(record, who)
if not driver then
  return {'UNKNOWN'}
end
local claim = read_claim(driver)
if not claim or claim.is_over or claim.request ~= request or claim.attempt ~= attempt then
  return {'OUTDATED'}
end
local time = redis.call('TIME')
local status_before = driver.status
driver.claim = nil
free_driver(driver, time[1] * 1000 + math.floor(time[2] / 1000))
write_driver(record, who, driver)
return {'RELEASED', tell_driver(driver, status_before, driver.left or '')}
