-- Purpose  What the keys of the design document alone allow: after a task has ended, look through all edges of the job for tasks
--          that waited for it and for nothing else any more; hand out the next.
-- Keys     edges (hash task -> dependencies by comma), visited (set), ready (list)
-- Args     job, task
-- Returns  the next task, or nothing
-- Cost     O(tasks of the job)
local edges, visited, ready = KEYS[1], KEYS[2], KEYS[3]
local job, done = ARGV[1], ARGV[2]

local function set_status(task, word)
  redis.call('HSET', 'task:' .. job .. '.' .. task, 'status', word)
  redis.call('SET', 'task:' .. job .. '.' .. task .. ':status', word)
end

local function may_run(dependencies)
  for dependency in dependencies:gmatch('[^,]+') do
    if redis.call('GET', 'task:' .. job .. '.' .. dependency .. ':status') ~= 'COMPLETED' then return false end
  end
  return true
end

set_status(done, 'COMPLETED')
local all = redis.call('HGETALL', edges)
for i = 1, #all, 2 do
  local task, dependencies = all[i], all[i + 1]
  if (',' .. dependencies .. ','):find(',' .. done .. ',', 1, true) and may_run(dependencies)
    and redis.call('SADD', visited, task) == 1 then
    redis.call('RPUSH', ready, task)
  end
end
local next = redis.call('LPOP', ready)
if next then set_status(next, 'RUNNING') end
return next
