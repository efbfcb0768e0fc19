-- Purpose  Whether a point may become the position of a driver.
local EARTH_RADIUS_M = 6372797.560856

-- No two points are farther from each other than along a meridian and a parallel.
local METRES_PER_1E7_MAX = 0.011123

local function within_reach(from, to, guard)
  if (math.abs(to.lat - from.lat) + math.abs(to.lon - from.lon)) * METRES_PER_1E7_MAX <= guard.slack_m then
    return true
  end
  local lat_from, lat_to = math.rad(from.lat / 1e7), math.rad(to.lat / 1e7)
  local u, v = math.sin((lat_to - lat_from) / 2), math.sin(math.rad((to.lon - from.lon) / 1e7) / 2)
  local haversine = math.min(1, u * u + math.cos(lat_from) * math.cos(lat_to) * v * v)
  local metres = 2 * EARTH_RADIUS_M * math.asin(math.sqrt(haversine))
  return metres <= guard.slack_m + guard.max_speed * math.abs(to.at - from.at) / 1000
end

local function is_outdated(driver, point, guard)
  if point.seq and driver.seq then
    -- A count that began anew is told by the time.
    return point.seq <= tonumber(driver.seq) and point.at - driver.at < guard.trust_after_ms
  end
  local same_place = point.lat == driver.lat and point.lon == driver.lon
  return point.at < driver.at or point.at == driver.at and same_place
end

-- How long points that look old must go on as fast as time does, and by how much they may be off.
local LATE_MS, DRIFT_MS = 10000, 5000

-- A phone whose clock fell behind, or that counts anew, sends points that look old. They are believed when they go on as fast
-- as time does: what was kept for a while and is sent late goes on faster.
local function is_believed_late(driver, point, now, guard)
  local since, first, last, seq, seen = string.match(driver.suspect or '', '^late (%S+) (%S+) (%S+) (%S+) (%S+)$')
  local count = point.seq or 0
  if since and point.at == tonumber(last) and count == tonumber(seq) then
    return false
  end
  local goes_on = since and point.at > tonumber(last) and (not point.seq or count > tonumber(seq))
    and math.abs((now - since) - (point.at - first)) <= DRIFT_MS
  if not goes_on then
    since, first, seen = now, point.at, 0
  end
  seen = seen + 1
  driver.suspect = string.format('late %.0f %.0f %.0f %.0f %d', since, first, point.at, count, seen)
  return seen >= guard.agreeing and now - since >= LATE_MS
end

-- A jump is believed when the points that follow agree with it: the last position may have been the wrong one.
local function is_implausible(driver, point, guard)
  if driver.at == 0 or point.at - driver.at >= guard.trust_after_ms or within_reach(driver, point, guard) then
    driver.suspect = nil
    return false
  end
  local suspect, seen = {}, nil
  suspect.lat, suspect.lon, suspect.at, seen = string.match(driver.suspect or '', '^(%S+) (%S+) (%S+) (%S+)$')
  local agreeing = seen and within_reach(suspect, point, guard) and seen + 1 or 1
  driver.suspect = string.format('%d %d %.0f %d', point.lat, point.lon, point.at, agreeing)
  if agreeing < guard.agreeing then
    return true
  end
  driver.suspect = nil
  return false
end
