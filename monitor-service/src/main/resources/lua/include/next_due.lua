-- Purpose  The first point of a monitor's grid after now, or the deadline of a push monitor that reports now.
local function next_due(meta, now)
  if meta.grace >= 0 then
    return now + meta.interval + meta.grace
  end
  return now + meta.interval - (now - meta.phase) % meta.interval
end
