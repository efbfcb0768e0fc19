-- Purpose  Read and write the record of a driver. Without a position its cell is NO_CELL.
local NO_CELL = '\0\0\0\0\0\0\0\0'
local REC = '>I6I6i4i4c8'

-- decided: how it stands by lines, as Postgres knows it: status, said, claim, reason.
local function new_driver(decided)
  local status, said, claim, reason = string.match(decided, '^(.-)\n(.-)\n(.-)\n(.*)$')
  return {status = status, at = 0, expiry = 0, lat = 0, lon = 0, cell = NO_CELL, said = said ~= '' and said or nil,
    claim = claim ~= '' and claim or nil, reason = reason ~= '' and reason or nil, stored = {}, stored_expiry = 0}
end

-- Several drivers share a hash, each with fields of its own: a key costs more memory than what it holds.
local NAMES = {'status', 'rec', 'reason', 'seq', 'left', 'suspect', 'claim', 'said'}
local fields = setmetatable({}, {__index = function(all, who)
  local own = {}
  for i = 1, #NAMES do
    own[i] = NAMES[i] .. who
  end
  all[who] = own
  return own
end})

-- who: the end of the names of its fields. The table is made at once: one field after the other takes several times as long.
-- stored: the values in the order of the names. rec is as it is stored, whatever has changed since.
local function read_driver(key, who)
  local stored = redis.call('HMGET', key, unpack(fields[who]))
  if not stored[1] then
    return nil
  end
  local at, expiry, lat, lon, cell = struct.unpack(REC, stored[2])
  return {status = stored[1], rec = stored[2], reason = stored[3] or nil, seq = stored[4] or nil, left = stored[5] or nil,
    suspect = stored[6] or nil, claim = stored[7] or nil, said = stored[8] or nil, at = at, expiry = expiry, lat = lat,
    lon = lon, cell = cell, stored = stored, stored_expiry = expiry}
end

-- It is forgotten a day, or up to two hours more, after the last sign of life of those that share the hash. That is said once
-- an hour: it costs as much as all the rest that is written.
local HOUR_MS, KEPT_S = 3600000, 93600

-- What changed, in one command for all that is there and one for all that is not any more: each costs more than what it does.
local function write_driver(key, who, driver)
  driver.rec = struct.pack(REC, driver.at, driver.expiry, driver.lat, driver.lon, driver.cell)
  local stored, own, values, gone = driver.stored, fields[who], {}, {}
  for i = 1, #NAMES do
    local value = driver[NAMES[i]]
    if value ~= (stored[i] or nil) then
      if value then
        values[#values + 1] = own[i]
        values[#values + 1] = value
      else
        gone[#gone + 1] = own[i]
      end
    end
  end
  if #values > 0 then
    redis.call('HSET', key, unpack(values))
  end
  if #gone > 0 then
    redis.call('HDEL', key, unpack(gone))
  end
  if math.floor(driver.stored_expiry / HOUR_MS) ~= math.floor(driver.expiry / HOUR_MS) then
    redis.call('EXPIRE', key, KEPT_S)
  end
end

local function forget_driver(key, who)
  redis.call('HDEL', key, unpack(fields[who]))
end
