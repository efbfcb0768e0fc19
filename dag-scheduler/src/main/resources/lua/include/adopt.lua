-- Purpose  Append children to the chunks of a task that has not ended, so that it tells them too.
local CHUNK = 100

-- Chunks are numbered without gaps: doubles the step until one is missing, then halves the gap.
local function last_chunk(children, parent)
  local there, missing = -1, 0
  while redis.call('HEXISTS', children, parent .. '/' .. missing) == 1 do
    there, missing = missing, 2 * missing + 1
  end
  while missing - there > 1 do
    local middle = math.floor((there + missing) / 2)
    if redis.call('HEXISTS', children, parent .. '/' .. middle) == 1 then there = middle else missing = middle end
  end
  return there
end

-- A chunk that ends with a comma is followed by another one.
local function adopt(children, parent, names)
  local at = last_chunk(children, parent)
  local members = {}
  if at >= 0 then
    for name in redis.call('HGET', children, parent .. '/' .. at):gmatch('[^,]+') do members[#members + 1] = name end
  end
  at = math.max(at, 0)
  for _, name in ipairs(names) do
    if #members == CHUNK then
      redis.call('HSET', children, parent .. '/' .. at, table.concat(members, ',') .. ',')
      at, members = at + 1, {}
    end
    members[#members + 1] = name
  end
  redis.call('HSET', children, parent .. '/' .. at, table.concat(members, ','))
end
