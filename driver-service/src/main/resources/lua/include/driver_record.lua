-- Purpose  Read and write the record of a driver. Without a position its cell is NO_CELL.
local NO_CELL = '\0\0\0\0\0\0\0\0'
local REC = '>I6I6i4i4c8'

-- decided: how it stands by lines, as Postgres knows it: status, said, claim, reason.
local function new_driver(decided)
  local status, said, claim, reason = string.match(decided, '^(.-)\n(.-)\n(.-)\n(.*)$')
  return {status = status, at = 0, expiry = 0, lat = 0, lon = 0, cell = NO_CELL, said = said ~= '' and said or nil,
    claim = claim ~= '' and claim or nil, reason = reason ~= '' and reason or nil, stored = {expiry = 0}}
end

-- Several drivers share a hash, each with fields of its own: a key costs more memory than what it holds.
local NAMES = {'status', 'rec', 'reason', 'seq', 'left', 'suspect', 'claim', 'said'}
local fields = setmetatable({}, {__index = function(all, who)
  local own = {}
  for i, name in ipairs(NAMES) do
    own[i], own[name] = name .. who, name .. who
  end
  all[who] = own
  return own
end})

-- who: the end of the names of its fields. Both tables are made at once: one field after the other takes several
-- times as long.
local function read_driver(key, who)
  local status, rec, reason, seq, left, suspect, claim, said =
    unpack(redis.call('HMGET', key, unpack(fields[who])))
  if not status then
    return nil
  end
  local at, expiry, lat, lon, cell = struct.unpack(REC, rec)
  return {status = status, at = at, expiry = expiry, lat = lat, lon = lon, cell = cell, reason = reason or nil,
    seq = seq or nil, left = left or nil, suspect = suspect or nil, claim = claim or nil, said = said or nil,
    stored = {status = status, expiry = expiry, reason = reason or nil, seq = seq or nil, left = left or nil,
      suspect = suspect or nil, claim = claim or nil, said = said or nil}}
end

local function pack_record(driver)
  return struct.pack(REC, driver.at, driver.expiry, driver.lat, driver.lon, driver.cell)
end

-- It is forgotten a day, or up to two hours more, after the last sign of life of those that share the hash. That is said once
-- an hour: it costs as much as all the rest that is written.
local HOUR_MS, KEPT_S = 3600000, 93600

local CHANGING = {'status', 'reason', 'seq', 'left', 'suspect', 'claim', 'said'}

-- What changed, in one command for all that is there and one for all that is not any more: each costs more than what it does.
local function write_driver(key, who, driver)
  local stored, own = driver.stored, fields[who]
  local values, gone = {own.rec, pack_record(driver)}, {}
  for _, name in ipairs(CHANGING) do
    local value = driver[name]
    if value ~= stored[name] then
      if value then
        values[#values + 1] = own[name]
        values[#values + 1] = value
      else
        gone[#gone + 1] = own[name]
      end
    end
  end
  redis.call('HSET', key, unpack(values))
  if #gone > 0 then
    redis.call('HDEL', key, unpack(gone))
  end
  if math.floor(stored.expiry / HOUR_MS) ~= math.floor(driver.expiry / HOUR_MS) then
    redis.call('EXPIRE', key, KEPT_S)
  end
end

local function forget_driver(key, who)
  redis.call('HDEL', key, unpack(fields[who]))
end
