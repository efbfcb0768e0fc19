-- Purpose  Say what a trigger rule means for parents that ended so, as RulePolicy does.
local function decide(rule, ok, failed, skipped, parents)
  local complete = ok + failed + skipped >= parents
  local holds = parents == 0 or rule == 'A'
    or rule == 'S' and ok == parents
    or rule == 'D' and complete
    or rule == 'O' and ok > 0
    or rule == 'F' and failed > 0
    or rule == 'N' and complete and failed == 0
  if holds then return 'run' end
  if not complete then return 'wait' end
  return failed > 0 and 'failed' or 'skipped'
end
