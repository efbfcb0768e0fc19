-- Purpose  Hand the first ready tasks of a queue to a worker. Needs nothing of their jobs.
-- @include enqueue
-- @include event
-- @include take_ready

-- permits: one per task that may be claimed; none where the queue is not limited. Appends ticket, attempt, lease end (ms) and how long
-- it was ready (ms) of each to the answer. Gives how many; nothing at all while the partition is being rebuilt, or was built in
-- another process than this one, which may have lost what that one knew; nothing, and true, while its events wait for their reader.
local function claim(answer, ready, running, lease, parked, slots, gates, epoch, events, run_id, worker, most, permits, journal,
  us)
  local backlog_max, claimed = 200000, '^(([^.|]+)%.([^|]+))|[^|]*|%d|(%d+)|(%d+)|'
  local era = redis.call('HMGET', epoch, 'epoch', 'fence', 'process')
  if not era[1] or era[3] ~= run_id then return nil end
  if redis.call('XLEN', events) > backlog_max then return nil, true end
  local taken = take_ready(ready, parked, slots, gates, most)
  if #taken == 0 then return 0 end
  local ms = math.floor(us / 1000)
  local now, fence = whole(ms), math.max(tonumber(era[2] or 0) + 1, us)
  local holders, leases, lease_ends, at, attempt = {}, {}, {}, #answer, nil
  local waited, waited_text = -1, ''
  for i = 1, #taken, 2 do
    local ticket, score = taken[i], taken[i + 1] + 0
    local id, job_id, task, lease_ms, timeout_ms = ticket:match(claimed)
    attempt = whole(fence)
    local lease_end, deadline = lease_ends[lease_ms] or whole(ms + lease_ms), '0'
    lease_ends[lease_ms] = lease_end
    if timeout_ms ~= '0' then
      deadline = whole(ms + timeout_ms)
      if timeout_ms + 0 < lease_ms + 0 then lease_end = deadline end
    end
    local since = math.max(0, math.floor((us - ready_us(score)) / 1000))
    if since ~= waited then waited, waited_text = since, whole(since) end
    holders[#holders + 1] = id
    holders[#holders + 1] = attempt .. '|' .. worker .. '|' .. now .. '|' .. deadline .. '|'
      .. (permits[#leases / 2 + 1] or '-') .. '|' .. ticket
    leases[#leases + 1] = lease_end
    leases[#leases + 1] = id
    note(journal, us, 'task', job_id, task, attempt, 'RUNNING', '', worker, waited_text)
    fence = fence + 1
    answer[at + 1] = ticket
    answer[at + 2] = attempt
    answer[at + 3] = lease_end
    answer[at + 4] = waited
    at = at + 4
  end
  redis.call('HSET', running, unpack(holders))
  redis.call('ZADD', lease, unpack(leases))
  redis.call('HSET', epoch, 'fence', attempt)
  return #leases / 2
end
