-- Purpose  Collect what a transition leads to before anything of it is written.
-- @include ticket
-- states: task to its packed state; told: task to what it was told, see tell; journal: events.
local function no_effects(job_id, us)
  return {job_id = job_id, us = us, states = {}, told = {}, ready = {}, delayed = {}, checks = {}, reached = {}, skips = {},
    left_over = {}, journal = {}, ended = 0}
end

-- Takes an active task to its queue, or lets it wait until it may start.
local function activate(effects, name, retries, spec)
  local ticket, queue, priority, not_before = ticket_of(effects.job_id .. '.' .. name, retries, spec)
  if not_before * 1000 > effects.us then
    table.insert(effects.delayed, not_before)
    table.insert(effects.delayed, ticket)
  else
    local line = effects.ready[queue] or {}
    effects.ready[queue] = line
    line[#line + 1] = priority
    line[#line + 1] = ticket
  end
end
