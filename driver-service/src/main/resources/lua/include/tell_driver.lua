-- Purpose  A driver as scripts answer it, and as it is stored: whoever changed it has written it. Cells that it has left are told
--          twice: by the change, and by the next sign of life, in case that who was told first could not clean up.
local function tell_driver(driver, status_before, left)
  return driver.status, driver.reason or '', status_before, driver.rec, left, driver.said or '0'
end
