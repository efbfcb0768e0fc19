-- Purpose  Take the first tickets of a queue whose jobs let them run.
-- @include clock

-- Notes how many more tasks of each of these jobs may run; false where nothing limits them.
local function look_up_rooms(gates, slots, jobs, rooms)
  local limits = redis.call('HMGET', gates, unpack(jobs))
  for i, job_id in ipairs(jobs) do
    local limit = limits[i]
    -- Of a job that is held back nobody has to count what runs.
    local runs = limit and limit ~= '0' and redis.call('ZLEXCOUNT', slots, '[' .. job_id .. '.', '(' .. job_id .. '/') or 0
    rooms[job_id] = limit and limit - runs
  end
end

-- Gives tickets and scores by turns. Where jobs are limited or held back up to 60 tickets are looked at in one call, each may be of
-- another job. Those of jobs that are held back are parked and looked past: who comes after them must not wait for those jobs.
local function take_ready(ready, parked, slots, gates, most)
  local looked_max, job_of = 60, '^(([^.|]+)%.[^|]+)'
  if redis.call('HLEN', gates) == 0 then return redis.call('ZPOPMIN', ready, whole(most)) end
  local popped = redis.call('ZPOPMIN', ready, whole(math.min(most, looked_max)))
  local taken, held_back, counted, rooms, looked = {}, {}, {}, {}, 0
  while #popped > 0 do
    local ids, job_ids, jobs = {}, {}, {}
    for i = 1, #popped, 2 do
      ids[i], job_ids[i] = popped[i]:match(job_of)
      if rooms[job_ids[i]] == nil then
        rooms[job_ids[i]] = false
        jobs[#jobs + 1] = job_ids[i]
      end
    end
    if #jobs > 0 then look_up_rooms(gates, slots, jobs, rooms) end
    for i = 1, #popped, 2 do
      local ticket, score, job_id = popped[i], popped[i + 1], job_ids[i]
      local room = rooms[job_id]
      if room and room <= 0 then
        held_back[#held_back + 1] = '0'
        held_back[#held_back + 1] = job_id .. '.' .. string.format('%016.0f', score) .. '.' .. ticket
      else
        if room then
          counted[#counted + 1] = '0'
          counted[#counted + 1] = ids[i]
          rooms[job_id] = room - 1
        end
        taken[#taken + 1] = ticket
        taken[#taken + 1] = score
      end
    end
    looked = looked + #popped / 2
    local missing = math.min(most - #taken / 2, looked_max - looked)
    popped = missing > 0 and redis.call('ZPOPMIN', ready, whole(missing)) or {}
  end
  if #counted > 0 then redis.call('ZADD', slots, unpack(counted)) end
  if #held_back > 0 then redis.call('ZADD', parked, unpack(held_back)) end
  return taken
end
