-- Purpose  Take note of a sign of life: the expiry grows strictly, it is the version of all that is said about the driver.

-- So far nobody gets by sending many signs in a moment. It is the longest heartbeat: one that was made shorter is no offence.
local AHEAD_MAX_MS = 600000

local function is_far_ahead(driver, now, ttl_ms)
  return driver.expiry > now + ttl_ms + AHEAD_MAX_MS
end

local function wake_driver(driver, now, ttl_ms)
  driver.expiry = math.max(driver.expiry + 1, now + ttl_ms)
  local lease_end = driver.status == 'BUSY' and driver.claim and string.match(driver.claim, '^%S+ (%d+) ')
  local is_released = lease_end and tonumber(lease_end) <= now
  local is_back = driver.status == 'OFFLINE' and driver.reason == 'heartbeat'
  if is_released or is_back then
    driver.status, driver.reason = 'AVAILABLE', nil
  end
  if is_released then
    driver.claim = nil
  end
end
