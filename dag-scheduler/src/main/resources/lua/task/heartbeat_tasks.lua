-- Purpose  Extend the leases of running tasks, and say which of them the worker shall stop.
-- Keys     running (hash), lease (zset): of one partition
-- Args     beats: id, attempt, id, attempt... (1..100 pairs)
-- Returns  RENEWED leaseEndMs permit... (0: stop, the attempt does not count any more)
-- Cost     O(pairs * log n)
-- Retry    safe: a repeat extends again
local running, lease = KEYS[1], KEYS[2]
local beats = {unpack(ARGV, 1)}
-- @include clock

local ms = math.floor(now_us() / 1000)
local ends = {}
for i = 1, #beats, 2 do
  local id, attempt = beats[i], beats[i + 1]
  local held = redis.call('HGET', running, id)
  local current, deadline, permit, lease_ms
  if held then
    current, deadline, permit, lease_ms = held:match('^(%d+)|[^|]*|%d+|(%d+)|([^|]*)|[^|]+|[^|]*|%d|(%d+)|')
  end
  local lease_end = 0
  if current == attempt then
    lease_end = ms + lease_ms
    deadline = tonumber(deadline)
    if deadline > 0 and deadline < lease_end then lease_end = deadline end
    redis.call('ZADD', lease, lease_end, id)
  end
  ends[#ends + 1] = lease_end
  ends[#ends + 1] = permit or '-'
end
return {'RENEWED', unpack(ends)}
