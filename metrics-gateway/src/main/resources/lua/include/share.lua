-- Purpose  Say how many of some equal calls fit into what is free. What does not fit takes nothing.
local NEVER = -1

local function share_of(free, hits, calls)
  if hits <= 0 then return calls end
  return math.max(0, math.min(calls, math.floor(free / hits)))
end
