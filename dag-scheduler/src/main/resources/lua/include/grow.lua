-- Purpose  Write a part of an addition, tell its tasks of parents that have ended, let the others tell them later, and collect what
--          follows.
-- @include tell
-- @include adopt
-- part: tasks, lists of name, spec and number of parents; links, lists of a parent and its new children; edges, a flat list of field
-- and parents; roots; views, lists of the fields of one task; goesOn, a task that an earlier part wrote, and unfinished, one whose
-- further parents come with a later part: both empty where there is none.
local function grow(state, edges, children, roots, outputs, views, part, budget, effects)
  local names = {}
  if part.goesOn ~= '' then
    names[1] = part.goesOn
    child_of(effects, part.goesOn, redis.call('HGET', state, part.goesOn))
  end
  for _, new in ipairs(part.tasks) do
    names[#names + 1] = new[1]
    child_of(effects, new[1], 'P|0|-|0|0;0,0,0/' .. new[3] .. ';' .. new[2])
  end
  local parents, adopted = {}, {}
  for i, link in ipairs(part.links) do parents[i] = link[1] end
  local states = #parents > 0 and redis.call('HMGET', state, unpack(parents)) or {}
  for i, link in ipairs(part.links) do
    -- What is not there yet is written now, or by a later part.
    local status, ended = (states[i] or 'P|0|-|'):match('^(%a)|%d+|(.)|')
    local how = status == 'C' and 'ok' or status == 'F' and 'failed' or status == 'S' and (ended == 'F' and 'failed' or 'skipped')
    local left_output = how == 'ok' and redis.call('HEXISTS', outputs, parents[i]) == 1
    local linked = {unpack(link, 2)}
    -- A parent that has ended tells nobody any more, what it would have said counts at once.
    for _, name in ipairs(how and linked or {}) do
      local child = effects.told[name]
      child[how] = child[how] + 1
      if left_output and child.status == 'P' then child.spec = fed(child.spec) end
    end
    if not how then adopted[#adopted + 1] = {parent = parents[i], names = linked} end
  end

  adopt(children, adopted)
  if #part.edges > 0 then redis.call('HSET', edges, unpack(part.edges)) end
  if #part.roots > 0 then redis.call('SADD', roots, unpack(part.roots)) end
  for i, view in ipairs(part.views) do
    redis.call('HSET', views[2 * i - 1], unpack(view))
    redis.call('SET', views[2 * i], 'PENDING')
  end
  local list = {}
  for _, name in ipairs(names) do
    if name ~= part.unfinished then hear(effects, name, effects.told[name], {how = 'start'}, list) end
  end
  tell(state, children, list, budget, effects)
end
