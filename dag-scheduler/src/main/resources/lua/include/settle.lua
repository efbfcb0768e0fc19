-- Purpose  Write what a transition leads to, except to the ready queues, and end the job with its last task.
-- @include event
-- @include finish_job
-- Gives the job's status if it ended, else an empty text.
local function settle(job, state, visited, cursor, delay, gates, todo, events, effects)
  local job_id, us, states = effects.job_id, effects.us, effects.states
  local told, fields = effects.told, {}
  for name, child in pairs(told) do
    fields[#fields + 1] = name
    fields[#fields + 1] = child.status .. '|' .. child.life .. ';' .. child.ok .. ',' .. child.failed .. ',' .. child.skipped .. '/'
      .. child.parents .. ';' .. child.spec
  end
  for name, packed in pairs(states) do
    if not told[name] then
      fields[#fields + 1] = name
      fields[#fields + 1] = packed
    end
  end
  if #fields > 0 then redis.call('HSET', state, unpack(fields)) end
  if #effects.reached > 0 then redis.call('SADD', visited, unpack(effects.reached)) end
  if #effects.delayed > 0 then redis.call('ZADD', delay, unpack(effects.delayed)) end
  local later = math.floor(us / 1000) + 1000
  for _, name in ipairs(effects.checks) do
    redis.call('ZADD', todo, later, 'check|' .. job_id .. '.' .. name)
  end
  if #effects.left_over > 0 then
    redis.call('RPUSH', cursor, unpack(effects.left_over))
    redis.call('ZADD', todo, later, 'fanout|' .. job_id)
  end
  for i, skip in ipairs(effects.skips) do
    note(effects.journal, us + i, 'task', job_id, skip.name, '0', 'SKIPPED', '', '', skip.why)
  end
  if #effects.skips > 0 then redis.call('HINCRBY', job, 'skipped', #effects.skips) end
  local ended = ''
  if effects.ended > 0 and redis.call('HINCRBY', job, 'left', whole(-effects.ended)) <= 0 then
    ended = finish_job(job, cursor, gates, todo, effects.journal, job_id, us + #effects.skips + 1)
  end
  publish(events, effects.journal)
  return ended
end

-- What the caller has to do next: names to show, names to check, whether (1, 0) chunks are left over, how the job ended, queues
-- to wake. One text, lists by comma: a script pays for each value that it answers.
local function aftermath(effects, ended)
  local woken = {}
  for queue in pairs(effects.ready) do woken[#woken + 1] = queue end
  return table.concat(effects.reached, ',') .. ';' .. table.concat(effects.checks, ',') .. ';'
    .. (#effects.left_over > 0 and '1' or '0') .. ';' .. ended .. ';' .. table.concat(woken, ',')
end
