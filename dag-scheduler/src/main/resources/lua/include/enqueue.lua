-- Purpose  Put tickets into one ready queue: higher priority first, then in the order in which they became ready.
-- Priorities lie 9e14 apart, which is 28 years of microseconds from 2026 on; all scores are exact in a double, and so is each sum
-- on the way to them: the brackets matter.
-- @include clock

-- When a ticket with this score became ready, in microseconds.
local function ready_us(score)
  return score % 900000000000000 + 1767225600000000
end

-- line: priority and ticket by turns; afterwards scores stand in place of the priorities.
local function enqueue(ready, line, us)
  local step, since_us = 900000000000000, us - 1767225600000000
  for i = 1, #line, 2 do
    line[i] = whole((9 - line[i]) * step + (since_us + (i - 1) / 2))
  end
  redis.call('ZADD', ready, unpack(line))
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
