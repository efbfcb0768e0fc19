-- Purpose  Put tickets into one ready queue: higher priority first, then in the order in which they became ready.
-- Priorities lie 9e14 apart, which is 28 years of microseconds from 2026 on; all scores are exact in a double, and so is each sum
-- on the way to them: the brackets matter.
-- @include clock

-- When a ticket with this score became ready, in microseconds.
local function ready_us(score)
  return score % 900000000000000 + 1767225600000000
end

local function enqueue(ready, line, us)
  local members, since_us, step = {}, 1767225600000000, 900000000000000
  for i = 1, #line do
    members[2 * i - 1] = whole((9 - line[i].priority) * step + (us - since_us + i - 1))
    members[2 * i] = line[i].ticket
  end
  redis.call('ZADD', ready, unpack(members))
end

-- queues: the names that the keys in ready belong to, by comma.
local function enqueue_all(ready, queues, lines, us)
  local i = 0
  for queue in queues:gmatch('[^,]+') do
    i = i + 1
    if lines[queue] then enqueue(ready[i], lines[queue], us) end
  end
end

-- Nobody has to be woken for what the caller has taken itself.
local function forget_taken(ready, queues, lines)
  local i = 0
  for queue in queues:gmatch('[^,]+') do
    i = i + 1
    if lines[queue] and redis.call('EXISTS', ready[i]) == 0 then lines[queue] = nil end
  end
end
