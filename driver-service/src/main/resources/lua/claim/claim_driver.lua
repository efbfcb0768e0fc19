-- Purpose  Give an available driver to one request, for a while.
-- Keys     record (hash of the driver and a few others), fence (string, the last token), one hash tag
-- Args     request (number), attempt (of the request, counted), lease_ms (ms), least (token that is large enough for Postgres;
--          0: any), who (end of its fields)
-- Returns  CLAIMED token leaseEnd (unix ms) driver | TAKEN (also by a later attempt) | SILENT | UNKNOWN
--          driver: status reason statusBefore rec (packed) left (cells of 8 bytes, to be cleaned) said
-- Cost     O(1)
-- Retry    safe: the same request is answered alike as long as its lease lasts, and its latest attempt holds the driver
local record, who, fence, request, attempt = KEYS[1], ARGV[5], KEYS[2], ARGV[1], tonumber(ARGV[2])
local lease_ms, least = tonumber(ARGV[3]), tonumber(ARGV[4])
-- @include driver_record
-- @include driver_claim
-- @include tell_driver

local driver = read_driver(record, who)
if not driver then
  return {'UNKNOWN'}
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local claim = read_claim(driver)
if claim and claim.request == request and claim.lease_end and claim.lease_end > now then
  if (claim.attempt or attempt) > attempt then
    return {'TAKEN'}
  elseif claim.attempt then
    claim.attempt = attempt
    write_claim(driver, claim)
    write_driver(record, who, driver)
  end
  return {'CLAIMED', claim.token, claim.lease_end, tell_driver(driver, 'AVAILABLE', driver.left or '')}
elseif driver.status ~= 'AVAILABLE' then
  return {'TAKEN'}
elseif driver.expiry <= now then
  return {'SILENT'}
end
local token = math.max(tonumber(redis.call('GET', fence) or 0) + 1, time[1] * 1000000 + time[2], least)
redis.call('SET', fence, string.format('%.0f', token), 'EX', 86400)
claim = {token = string.format('%.0f', token), lease_end = now + lease_ms, request = request, attempt = attempt}
hide_driver(driver, 'claimed')
write_claim(driver, claim)
write_driver(record, who, driver)
return {'CLAIMED', claim.token, claim.lease_end, tell_driver(driver, 'AVAILABLE', driver.left or '')}
