-- Purpose  Let one child hear how one of its parents ended, and collect what follows. Reads and writes nothing.
-- @include decide
-- @include effects

local function fed(spec)
  local head, flags = spec:match('^(.*|)([^|]*)$')
  return flags:find('o', 1, true) and spec or head .. (flags == '-' and '' or flags) .. 'o'
end

-- Read once, however many of its parents end in this step. packed is its state, unless effects know better. What is not counted
-- stays text: writing a number costs as much as reading a state.
local function child_of(effects, name, packed)
  packed = effects.states[name] or packed
  local status, life, ok, failed, skipped, parents, at, rule = packed:match('^(%a)|([^;]*);(%d+),(%d+),(%d+)/(%d+);()(%a)')
  local child = {status = status, life = life, ok = ok, failed = failed, skipped = skipped, parents = parents,
    rule = rule, spec = packed:sub(at)}
  effects.told[name] = child
  return child
end

-- One child hears of one parent. Told of each parent once: a chunk leaves the cursor in the step that counts it.
local function hear(effects, name, child, from, list)
  if from.how ~= 'start' then child[from.how] = child[from.how] + 1 end
  -- Only while it waits: the ticket of an active task must stay what its state says.
  if child.status ~= 'P' then return end
  if from.fed then child.spec = fed(child.spec) end
  local so = decide(child.rule, child.ok + 0, child.failed + 0, child.skipped + 0, child.parents + 0)
  if so == 'wait' then return end
  effects.reached[#effects.reached + 1] = name
  if so ~= 'run' then
    child.status, child.life = 'S', child.life:gsub('^(%d+)|.', '%1|' .. (so == 'failed' and 'F' or 'S'))
    effects.ended = effects.ended + 1
    table.insert(effects.skips, {name = name, why = 'parent_' .. so})
    table.insert(list, {name = name, chunk = '0', how = so})
  -- Of the last two letters: only the flags hold such ones.
  elseif child.spec:find('co?$', -2) then
    child.status = 'K'
    table.insert(effects.checks, name)
  else
    child.status = 'A'
    activate(effects, name, child.life:match('^%d+|.|(%d+)'), child.spec)
  end
end
