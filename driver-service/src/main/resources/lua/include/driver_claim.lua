-- Purpose  Who holds a driver: the field claim, "token leaseEnd request/attempt". The lease end is - once it was confirmed, and x
--          when Postgres has ended it. Tokens only grow: what comes late about an older one does not count. The attempt is that
--          of the request which may give the driver back; it is left out when Postgres has decided: then none may.
local function read_claim(driver)
  local token, lease_end, request, attempt = string.match(driver.claim or '', '^(%d+) (%S+) (%d+)/?(%d*)$')
  return token and {token = token, number = tonumber(token), lease_end = tonumber(lease_end), is_over = lease_end == 'x',
    request = request, attempt = tonumber(attempt)}
end

local function is_claimed(driver)
  local claim = read_claim(driver)
  return claim and not claim.is_over
end

local function write_claim(driver, claim)
  local lease_end = claim.is_over and 'x' or claim.lease_end and string.format('%.0f', claim.lease_end) or '-'
  local attempt = claim.attempt and string.format('/%.0f', claim.attempt) or ''
  driver.claim = claim.token .. ' ' .. lease_end .. ' ' .. claim.request .. attempt
end

-- The expiry grows with every change: whoever follows tells by it which one is later. The cells that may show the driver are
-- told once more by its next sign of life, in case that this caller dies.
local function hide_driver(driver, reason)
  if driver.status == 'AVAILABLE' and driver.cell ~= NO_CELL then
    driver.left = (driver.left or '') .. driver.cell
  end
  driver.status, driver.reason, driver.expiry = 'BUSY', reason, driver.expiry + 1
end

-- Nobody holds it any more: it is available if its heartbeat lasts.
local function free_driver(driver, now)
  if driver.status == 'BUSY' then
    driver.status, driver.reason, driver.expiry = 'AVAILABLE', nil, driver.expiry + 1
    if driver.expiry <= now then
      driver.status, driver.reason = 'OFFLINE', 'heartbeat'
    end
  end
end

-- For a claim that is active in Postgres. rival: the token of one that was refused there because of it. Who has logged out
-- stays offline.
local function hold_driver_for(driver, wanted, rival)
  local claim = read_claim(driver)
  if claim and claim.number >= wanted.number and claim.is_over then
    return 'ENDED'
  elseif claim and claim.number > wanted.number and claim.token ~= rival then
    return 'OUTDATED'
  end
  -- A lease never comes back to a claim that was confirmed.
  if claim and claim.token == wanted.token and not claim.lease_end then
    wanted.lease_end = nil
  end
  write_claim(driver, wanted)
  local reason = wanted.lease_end and 'claimed' or 'assigned'
  local is_hidden = driver.status == 'BUSY' and driver.reason == reason and claim and claim.token == wanted.token
    and claim.lease_end == wanted.lease_end
  if not is_hidden and (driver.status ~= 'OFFLINE' or driver.reason == 'heartbeat') then
    hide_driver(driver, reason)
  end
  return 'HELD'
end
