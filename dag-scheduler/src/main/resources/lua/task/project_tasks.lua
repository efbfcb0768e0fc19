-- Purpose  Write the readable view of tasks from what is known of them.
-- Keys     state (hash), running (hash), delay (zset): of the job and its partition; then task (hash) and status (string) of
--          each task: views
-- Args     job_id, names... (1..100)
-- Returns  SHOWN count
-- Cost     O(names)
-- Retry    safe: writes what is, not what changed
local state, running, delay = KEYS[1], KEYS[2], KEYS[3]
local views = {unpack(KEYS, 4)}
local job_id = ARGV[1]
local names = {unpack(ARGV, 2)}
-- @include ticket

local WORDS = {P = 'PENDING', K = 'PENDING', C = 'COMPLETED', F = 'FAILED', S = 'SKIPPED', X = 'CANCELLED'}
local ttl = redis.call('PTTL', state)
local ids, tickets = {}, {}
for i, name in ipairs(names) do ids[i] = job_id .. '.' .. name end
local states = redis.call('HMGET', state, unpack(names))
local holders = redis.call('HMGET', running, unpack(ids))
for i, packed in ipairs(states) do
  local retries, spec = (packed or ''):match('^A|%d+|.|(%d+)|%d+;[^;]*;(.*)$')
  tickets[i] = spec and ticket_of(ids[i], retries, spec) or ''
end
local delays = redis.call('ZMSCORE', delay, unpack(tickets))
local shown = 0
for i, packed in ipairs(states) do
  if packed then
    local letter, ended, retries = packed:match('^(%a)|%d+|(.)|(%d+)|')
    local word = WORDS[letter] or 'READY'
    if letter == 'A' and holders[i] then
      word = 'RUNNING'
    elseif letter == 'A' and delays[i] then
      word = ended == '-' and 'PENDING' or 'RETRY_WAIT'
    end
    redis.call('HSET', views[2 * i - 1], 'status', word, 'retryCount', retries)
    if ttl > 0 then
      redis.call('PEXPIRE', views[2 * i - 1], ttl)
      redis.call('SET', views[2 * i], word, 'PX', ttl)
    else
      redis.call('SET', views[2 * i], word)
    end
    shown = shown + 1
  end
end
return {'SHOWN', shown}
