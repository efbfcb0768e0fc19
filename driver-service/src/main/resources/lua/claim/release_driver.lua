-- Purpose  Note that Postgres has ended a claim: nothing that comes late about it counts any more. If it held the driver, or an
--          older one did, the driver is available again if its heartbeat lasts.
-- Keys     record (hash of the driver and a few others)
-- Args     token, request (number), who (end of its fields)
-- Returns  RELEASED driver | NOTED (it did not hold it) | OUTDATED (a later claim is known, or this is known) | UNKNOWN
--          driver: as claim_driver tells it
-- Cost     O(1)
-- Retry    safe: it is OUTDATED then
local record, who, token, request = KEYS[1], ARGV[3], ARGV[1], ARGV[2]
-- @include driver_record
-- @include driver_claim
-- @include tell_driver

local driver = read_driver(record, who)
if not driver then
  return {'UNKNOWN'}
end
local claim = read_claim(driver)
if claim and (claim.number > tonumber(token) or claim.token == token and claim.is_over) then
  return {'OUTDATED'}
end
local time = redis.call('TIME')
local status_before, was_held = driver.status, is_claimed(driver)
write_claim(driver, {token = token, request = request, is_over = true})
if was_held then
  free_driver(driver, time[1] * 1000 + math.floor(time[2] / 1000))
end
write_driver(record, who, driver)
if was_held then
  return {'RELEASED', tell_driver(driver, status_before, driver.left or '')}
end
return {'NOTED'}
