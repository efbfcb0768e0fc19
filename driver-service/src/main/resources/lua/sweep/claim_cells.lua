-- Purpose  Take the cells whose turn it is to be swept, so that one instance sweeps each of them.
-- Keys     cells (zset cell -> when its next driver lapses)
-- Args     batchMax (count), leaseMs (ms until another instance may take it)
-- Returns  CLAIMED now (cell)... | IDLE now
-- Cost     O(batchMax * log n)
-- Retry    safe: what nobody heard of is taken again after the lease
local cells, batch_max, lease_ms = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local due = redis.call('ZRANGE', cells, '-inf', now, 'BYSCORE', 'LIMIT', 0, batch_max)
for _, cell in ipairs(due) do
  redis.call('ZADD', cells, 'XX', now + lease_ms, cell)
end
return {#due > 0 and 'CLAIMED' or 'IDLE', now, unpack(due)}
