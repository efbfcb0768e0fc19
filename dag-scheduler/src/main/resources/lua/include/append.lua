-- Purpose  Append a single event to the stream.
-- @include event
local function append(events, ...)
  local journal = {}
  note(journal, ...)
  publish(events, journal)
end
