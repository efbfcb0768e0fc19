-- Purpose  Take the first tickets of a queue whose jobs let them run.
-- @include clock

-- How many more tasks of a job may run; false where nothing limits them.
local function room_of(gates, slots, job_id)
  local gate = redis.call('HGET', gates, job_id)
  return gate and gate - redis.call('ZLEXCOUNT', slots, '[' .. job_id .. '.', '(' .. job_id .. '/')
end

-- Gives tickets and scores by turns. Tickets of jobs that are held back are parked and looked past, up to 100 in one call: who comes
-- after them must not wait for those jobs.
local function take_ready(ready, parked, slots, gates, most)
  local looked_max, job_of = 100, '^(([^.|]+)%.[^|]+)'
  local popped = redis.call('ZPOPMIN', ready, whole(most))
  if #popped == 0 or redis.call('HLEN', gates) == 0 then return popped end
  local taken, held_back, rooms, looked = {}, {}, {}, 0
  repeat
    for i = 1, #popped, 2 do
      local ticket, score = popped[i], popped[i + 1]
      local id, job_id = ticket:match(job_of)
      local room = rooms[job_id]
      if room == nil then room = room_of(gates, slots, job_id) end
      if room and room <= 0 then
        held_back[#held_back + 1] = '0'
        held_back[#held_back + 1] = job_id .. '.' .. string.format('%016.0f', score) .. '.' .. ticket
      else
        if room then
          redis.call('ZADD', slots, 0, id)
          room = room - 1
        end
        taken[#taken + 1] = ticket
        taken[#taken + 1] = score
      end
      rooms[job_id] = room
    end
    looked = looked + #popped / 2
    local missing = math.min(most - #taken / 2, looked_max - looked)
    popped = missing > 0 and redis.call('ZPOPMIN', ready, whole(missing)) or {}
  until #popped == 0
  if #held_back > 0 then redis.call('ZADD', parked, unpack(held_back)) end
  return taken
end
