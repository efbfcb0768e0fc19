-- Purpose  Read and change a ring of sub-windows by age: 0 is the newest, slots - 1 the oldest that counts.
local function hits_by_age(ring, newest, slots)
  local fields = {}
  for age = 0, slots - 1 do fields[#fields + 1] = (newest - age) % slots end
  return redis.call('HMGET', ring, unpack(fields))
end

-- The newest hits first.
local function take_back(ring, newest, slots, hits)
  for age, count in ipairs(hits_by_age(ring, newest, slots)) do
    local taken = math.min(hits, tonumber(count or 0))
    if taken > 0 then redis.call('HINCRBY', ring, (newest - age + 1) % slots, -taken) end
    hits = hits - taken
  end
end

-- At which age enough will have been forgotten, the oldest first.
local function age_that_frees(ring, newest, slots, total, room)
  local counts = hits_by_age(ring, newest, slots)
  for age = slots - 1, 0, -1 do
    total = total - tonumber(counts[age + 1] or 0)
    if total <= room then return age end
  end
  return 0
end
