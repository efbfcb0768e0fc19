-- Purpose  Keep a driver for the claim that is active in Postgres, whatever this knows of it.
-- Keys     record (hash of the driver and a few others)
-- Args     token, lease_end (unix ms, or - for no end), request (number), rival (token of a claim that Postgres refused because
--          of this one; 0: none), who (end of its fields)
-- Returns  HELD driver | ENDED (it is known to be over) | OUTDATED (a later claim holds it) | UNKNOWN
--          driver: as claim_driver tells it
-- Cost     O(1)
-- Retry    safe: a lease never comes back to a claim that has none any more
local record, who, token, lease_end, request = KEYS[1], ARGV[5], ARGV[1], tonumber(ARGV[2]), ARGV[3]
local rival = ARGV[4]
-- @include driver_record
-- @include driver_claim
-- @include tell_driver

local driver = read_driver(record, who)
if not driver then
  return {'UNKNOWN'}
end
local status_before = driver.status
local wanted = {token = token, number = tonumber(token), lease_end = lease_end, request = request}
local word = hold_driver_for(driver, wanted, rival)
if word == 'ENDED' then
  return {'ENDED'}
elseif word == 'OUTDATED' then
  return {'OUTDATED'}
end
write_driver(record, who, driver)
return {'HELD', tell_driver(driver, status_before, driver.left or '')}
