-- Purpose  Read and change the earlier sub-windows of a ring: pairs of number modulo 256 and hits, the oldest first.
local PAIR, PAIR_BYTES = '<BI4', 5

-- What is left of them, and how many hits have passed.
local function forget_passed(pairs, newest, parts)
  local first, passed = 1, 0
  while first < #pairs do
    local number, count = struct.unpack(PAIR, pairs, first)
    if (newest - number) % 256 <= parts then break end
    first, passed = first + PAIR_BYTES, passed + count
  end
  return string.sub(pairs, first), passed
end

-- The newest hits first.
local function take_back(pairs, hits)
  while hits > 0 do
    local number, count = struct.unpack(PAIR, pairs, #pairs - PAIR_BYTES + 1)
    local taken = math.min(hits, count)
    pairs, hits = string.sub(pairs, 1, -PAIR_BYTES - 1), hits - taken
    if taken < count then pairs = pairs .. struct.pack(PAIR, number, count - taken) end
  end
  return pairs
end

-- Of one sub-window, as many as it still has, and how many those were.
local function take_back_of(pairs, number, hits)
  for first = 1, #pairs, PAIR_BYTES do
    local found, count = struct.unpack(PAIR, pairs, first)
    if found == number % 256 then
      local taken = math.min(hits, count)
      local rest = taken < count and struct.pack(PAIR, found, count - taken) or ''
      return string.sub(pairs, 1, first - 1) .. rest .. string.sub(pairs, first + PAIR_BYTES), taken
    end
  end
  return pairs, 0
end

-- With which sub-window enough will have been forgotten, the oldest first.
local function number_that_frees(pairs, newest, total, room)
  for at = 1, #pairs, PAIR_BYTES do
    local number, count = struct.unpack(PAIR, pairs, at)
    total = total - count
    if total <= room then return newest - (newest - number) % 256 end
  end
  return newest
end
