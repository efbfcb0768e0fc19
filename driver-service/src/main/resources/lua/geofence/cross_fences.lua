-- Purpose  Compare the fences that a driver is in now with those it was in, point by point.
-- Keys     inside (hash: version, list, fences "fence entered dwelt" by spaces, untold crossings by spaces)
-- Args     values: untold_max (crossings that wait for being told, at most), list (version of the list of fences), stored (the
--          fences that Postgres knows of, as the field has them, or - for none; empty: it was not asked), then the points in
--          their order, of each: version (expiry of the driver), at (unix ms), place (text), count, count times: fence
--          (number), dwell (ms; 0: not watched)
-- Returns  CROSSED (crossing "kind,fence,version,at,place")... | STILL | OUTDATED (a later point or list came before) | UNKNOWN
--          (nothing is known of the driver, and Postgres was not asked)
-- Cost     O(points * fences)
-- Retry    safe: crossings are answered again until forget_crossings, and know one another by version
local inside, untold_max, list, stored, values = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3], ARGV

local known = redis.call('HMGET', inside, 'version', 'fences', 'untold', 'list')
if not known[1] and stored == '' then
  return {'UNKNOWN'}
end
local version, untold, fences = tonumber(known[1] or 0), {}, {}
for crossing in string.gmatch(known[3] or '', '%S+') do
  untold[#untold + 1] = crossing
end
for fence, entered, dwelt in string.gmatch(known[2] or stored, '(%d+),(%d+),(%d)') do
  fences[fence] = {entered = tonumber(entered), dwelt = dwelt == '1'}
end

local function cross(kind, fence, point)
  if #untold < untold_max then
    untold[#untold + 1] = string.format('%s,%s,%s,%s,%s', kind, fence, point.version, point.at, point.place)
  end
end

local function step(point, now_in)
  for fence in pairs(fences) do
    if not now_in[fence] then
      cross('exit', fence, point)
      fences[fence] = nil
    end
  end
  for fence, dwell in pairs(now_in) do
    if not fences[fence] then
      fences[fence] = {entered = tonumber(point.at), dwelt = false}
      cross('enter', fence, point)
    end
    if dwell > 0 and not fences[fence].dwelt and tonumber(point.at) - fences[fence].entered >= dwell then
      fences[fence].dwelt = true
      cross('dwell', fence, point)
    end
  end
end

local i, is_newer, is_list_known = 4, false, list >= tonumber(known[4] or 0)
while is_list_known and i <= #values do
  local point, now_in, count = {version = values[i], at = values[i + 1], place = values[i + 2]}, {}, tonumber(values[i + 3])
  for k = i + 4, i + 3 + 2 * count, 2 do
    now_in[values[k]] = tonumber(values[k + 1])
  end
  i = i + 4 + 2 * count
  if tonumber(point.version) > version then
    version, is_newer = tonumber(point.version), true
    step(point, now_in)
  end
end
local texts = {}
for fence, stay in pairs(fences) do
  texts[#texts + 1] = string.format('%s,%.0f,%d', fence, stay.entered, stay.dwelt and 1 or 0)
end
if is_newer then
  redis.call('HSET', inside, 'version', string.format('%.0f', version), 'list', string.format('%.0f', list),
    'fences', table.concat(texts, ' '), 'untold', table.concat(untold, ' '))
  redis.call('EXPIRE', inside, 86400)
end
if #untold > 0 then
  return {'CROSSED', unpack(untold)}
end
return {is_newer and 'STILL' or 'OUTDATED'}
