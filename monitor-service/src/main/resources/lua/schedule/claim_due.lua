-- Purpose  Lease the monitors of a partition that are due, so that one instance checks each of them.
-- Keys     schedule (zset, score = next run or end of lease in ms), claim (hash id -> fence due claimed_at),
--          meta (hash id -> definition), epoch (string, run id of the process in which it was built), transitions (stream); one
--          hash tag
-- Args     batchMax (count, 0..500), marginMs (ms that a lease outlives the timeout), backlogMax (count of transitions), run_id (of
--          the process that executes this)
-- Returns  CLAIMED now next (id fence due version taken_over)... | IDLE now next | UNBUILT | CONGESTED
-- Cost     O(batchMax * log n)
-- Retry    safe: a repeat claims other monitors, a claim that nobody heard of runs out
local schedule, claim, meta, epoch, transitions = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local batch_max, margin_ms, backlog_max, run_id = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4]
-- @include parse_meta

if redis.call('GET', epoch) ~= run_id then
  return {'UNBUILT'}
end
local time = redis.call('TIME')
local now_us = time[1] * 1000000 + time[2]
local now = math.floor(now_us / 1000)
local claimed_at = string.format('%d', now)

-- The usual answer by far, so it costs least.
local earliest = redis.call('ZRANGE', schedule, 0, 0, 'WITHSCORES')
if not earliest[2] or tonumber(earliest[2]) > now then
  return {'IDLE', now, earliest[2] or ''}
elseif redis.call('XLEN', transitions) > backlog_max then
  return {'CONGESTED'}
end

local due = redis.call('ZRANGE', schedule, '-inf', now, 'BYSCORE', 'LIMIT', 0, batch_max, 'WITHSCORES')
local ids = {}
for i = 1, #due, 2 do
  ids[#ids + 1] = due[i]
end
local fence = tonumber(redis.call('HGET', claim, 'fence') or 0)
local definitions = #ids > 0 and redis.call('HMGET', meta, unpack(ids)) or {}
local before = #ids > 0 and redis.call('HMGET', claim, unpack(ids)) or {}
local leases, tokens, claimed = {}, {}, {}
for i, id in ipairs(ids) do
  if definitions[i] then
    local definition = parse_meta(definitions[i])
    -- Who takes over a check that was lost or put off keeps the time at which it should have begun.
    local held, held_due = string.match(before[i] or '', '^(%d+) (%d+)')
    local begins = held_due or due[2 * i]
    fence = math.max(fence + 1, now_us)
    local token = string.format('%d', fence)
    local at, ct = #leases, #claimed
    leases[at + 1], leases[at + 2] = string.format('%d', now + definition.timeout + margin_ms), id
    tokens[at + 1], tokens[at + 2] = id, token .. ' ' .. begins .. ' ' .. claimed_at
    claimed[ct + 1], claimed[ct + 2], claimed[ct + 3], claimed[ct + 4] = id, token, begins, definition.version
    claimed[ct + 5] = held and held ~= '0' and 1 or 0
  else
    -- Nobody knows how long it may take. If it exists, the reconciler brings it back.
    redis.call('ZREM', schedule, id)
    redis.call('HDEL', claim, id)
  end
end
if #claimed > 0 then
  redis.call('ZADD', schedule, 'XX', unpack(leases))
  redis.call('HSET', claim, 'fence', string.format('%d', fence), unpack(tokens))
end
local first = redis.call('ZRANGE', schedule, 0, 0, 'WITHSCORES')
return {#claimed > 0 and 'CLAIMED' or 'IDLE', now, first[2] or '', unpack(claimed)}
