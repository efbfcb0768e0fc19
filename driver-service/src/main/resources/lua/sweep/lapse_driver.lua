-- Purpose  Note that an available driver went silent.
-- Keys     record (hash of the driver and a few others)
-- Args     who (end of its fields)
-- Returns  OFFLINE driver | ALIVE | UNAVAILABLE | UNKNOWN
-- Cost     O(1)
-- Retry    safe: it is UNAVAILABLE then
local record, who = KEYS[1], ARGV[1]
-- @include driver_record
-- @include tell_driver

local driver = read_driver(record, who)
if not driver then
  return {'UNKNOWN'}
elseif driver.status ~= 'AVAILABLE' then
  return {'UNAVAILABLE'}
end
local time = redis.call('TIME')
if driver.expiry > time[1] * 1000 + math.floor(time[2] / 1000) then
  return {'ALIVE'}
end
-- It grows with every change: whoever follows tells by it which one is later.
driver.expiry = driver.expiry + 1
driver.status, driver.reason = 'OFFLINE', 'heartbeat'
write_driver(record, who, driver)
return {'OFFLINE', tell_driver(driver, 'AVAILABLE', driver.left or '')}
