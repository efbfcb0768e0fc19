-- Purpose  Append children to the chunks of tasks that have not ended, so that they tell them too.
local CHUNK = 50

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

-- adoptions: of parents and the names of their new children. A chunk that ends with a comma is followed by another one.
local function adopt(children, adoptions)
  if #adoptions == 0 then return end
  local firsts, fields = {}, {}
  for i, adoption in ipairs(adoptions) do firsts[i] = adoption.parent .. '/0' end
  local chunks = redis.call('HMGET', children, unpack(firsts))
  for i, adoption in ipairs(adoptions) do
    local parent, chunk, at = adoption.parent, chunks[i] or '', 0
    if chunk:find(',', -1, true) then
      at = last_chunk(children, parent)
      chunk = redis.call('HGET', children, parent .. '/' .. at)
    end
    local members = {}
    for name in chunk:gmatch('[^,]+') do members[#members + 1] = name end
    for _, name in ipairs(adoption.names) do
      if #members >= CHUNK then
        fields[#fields + 1] = parent .. '/' .. at
        fields[#fields + 1] = table.concat(members, ',') .. ','
        at, members = at + 1, {}
      end
      members[#members + 1] = name
    end
    fields[#fields + 1] = parent .. '/' .. at
    fields[#fields + 1] = table.concat(members, ',')
  end
  redis.call('HSET', children, unpack(fields))
end
