-- Purpose  Write the ticket of a task from its packed state, as TaskState.ticket does.
-- spec is what follows the tallies. Gives the ticket, its queue, its priority and when it may start (ms).
local function ticket_of(id, retries, spec)
  local queue, priority, lease, timeout, not_before, flags = spec:match('^%a|([^|]*)|(%d)|%d+|%d+|%d+|(%d+)|(%d+)|(%d+)|(.*)$')
  local ticket = id .. '|' .. queue .. '|' .. priority .. '|' .. lease .. '|' .. timeout .. '|' .. retries .. '|' .. flags
  return ticket, queue, tonumber(priority), tonumber(not_before)
end
