-- Purpose  Tell children how tasks ended, a chunk at a time, and collect what follows. Reads only.
-- @include hear
-- Works through the list, which grows by skipped tasks, until the budget of children is used up.
local function tell(state, children, list, budget, effects)
  local told, at = effects.told, 1
  while at <= #list and budget > 0 do
    local fields = {}
    for i = at, math.min(#list, at + budget - 1) do fields[#fields + 1] = list[i].name .. '/' .. list[i].chunk end
    local names, parents, unread = {}, {}, {}
    for _, chunk in ipairs(redis.call('HMGET', children, unpack(fields))) do
      local from, before = list[at], #names
      for name in (chunk or ''):gmatch('[^,]+') do
        names[#names + 1] = name
        parents[#names] = from
        if told[name] == nil then
          unread[#unread + 1] = name
          told[name] = false
        end
      end
      budget = budget - (#names - before) - 1
      local continued = chunk and chunk:find(',', -1, true)
      if continued then from.chunk = from.chunk + 1 else at = at + 1 end
      if continued or budget <= 0 then break end
    end
    if #unread > 0 then
      local states = redis.call('HMGET', state, unpack(unread))
      for i = 1, #unread do child_of(effects, unread[i], states[i]) end
    end
    for i = 1, #names do hear(effects, names[i], told[names[i]], parents[i], list) end
  end
  for i = at, #list do
    local from = list[i]
    table.insert(effects.left_over, from.name .. '/' .. from.chunk .. '/' .. from.how .. '/' .. (from.fed and '1' or '0'))
  end
end
