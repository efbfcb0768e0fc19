-- Purpose  Gather tickets by their queue, so that each queue is asked or changed once.
-- queues: names by comma. Gives the place of each of them.
local function places_of(queues)
  local place_of, i = {}, 0
  for queue in queues:gmatch('[^,]+') do
    i = i + 1
    place_of[queue] = i
  end
  return place_of
end

local function gather(lines, queue, ticket)
  local line = lines[queue] or {}
  lines[queue] = line
  line[#line + 1] = ticket
end
