-- Purpose  Forget a driver that was erased. Its last state tells which cells may still show it.
-- Keys     record (hash of the driver and a few others)
-- Args     who (end of its fields)
-- Returns  FORGOTTEN driver | UNKNOWN
--          driver: status reason statusBefore rec (packed) left (cells of 8 bytes, to be cleaned) said
-- Cost     O(1)
-- Retry    safe
local record, who = KEYS[1], ARGV[1]
-- @include driver_record
-- @include tell_driver

local driver = read_driver(record, who)
if not driver then
  return {'UNKNOWN'}
end
forget_driver(record, who)
return {'FORGOTTEN', tell_driver(driver, driver.status, (driver.left or '') .. driver.cell)}
