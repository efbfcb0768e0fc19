-- Purpose  Lease the first waiting tasks of a queue to one worker.
-- Keys     ready (zset, score = order), lease (zset, score = lease end in ms); one hash tag
-- Args     leaseMs (ms, 1000..600000), batchMax (count, 1..100)
-- Returns  TASKS id... | EMPTY
-- Cost     O(batchMax * log n)
-- Retry    safe: a repeat leases other tasks, an unconfirmed lease runs out
local ready, lease = KEYS[1], KEYS[2]
local lease_ms, batch_max = tonumber(ARGV[1]), tonumber(ARGV[2])
-- @include now_ms

local ids = redis.call('ZRANGE', ready, 0, batch_max - 1)
if #ids == 0 then
  return {'EMPTY'}
end
local ends = now_ms() + lease_ms
for _, id in ipairs(ids) do
  redis.call('ZREM', ready, id)
  redis.call('ZADD', lease, ends, id)
end
return {'TASKS', unpack(ids)}
