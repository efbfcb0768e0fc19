-- Purpose  Read the clock of this node, in microseconds. Exact in a Lua number; write it with whole().
local function now_us()
  local time = redis.call('TIME')
  return time[1] * 1000000 + time[2]
end

local function whole(number)
  return string.format('%d', number)
end
