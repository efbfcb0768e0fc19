-- Purpose  Take tasks off their workers; where their job is limited, let the next parked ones in.
-- @include enqueue
-- unlimited: their job is known to have no limit. Gives how many of them counted against one.
local function release(running, lease, slots, ids, unlimited)
  redis.call('HDEL', running, unpack(ids))
  redis.call('ZREM', lease, unpack(ids))
  if unlimited then return 0 end
  return redis.call('ZREM', slots, unpack(ids))
end

-- Takes up to so many parked tickets of a job, best first, and collects them as ready.
local function unpark(parked, job_id, count, effects)
  local members = redis.call('ZRANGEBYLEX', parked, '[' .. job_id .. '.', '(' .. job_id .. '/', 'LIMIT', 0, count)
  if #members == 0 then return 0 end
  redis.call('ZREM', parked, unpack(members))
  for _, member in ipairs(members) do
    local ticket = member:sub(#job_id + 19)
    local queue, priority = ticket:match('^[^|]+|([^|]*)|(%d)')
    local line = effects.ready[queue] or {}
    effects.ready[queue] = line
    line[#line + 1] = tonumber(priority)
    line[#line + 1] = ticket
  end
  return #members
end
