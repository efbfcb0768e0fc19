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
local shown = 0
for i, name in ipairs(names) do
  local packed = redis.call('HGET', state, name)
  if packed then
    local letter, ended, retries, spec = packed:match('^(%a)|%d+|(.)|(%d+)|%d+;[^;]*;(.*)$')
    local id = job_id .. '.' .. name
    local held = letter == 'A' and redis.call('HGET', running, id)
    local word = WORDS[letter] or 'READY'
    if held then
      word = 'RUNNING'
    elseif letter == 'A' and redis.call('ZSCORE', delay, (ticket_of(id, retries, spec))) then
      word = ended == '-' and 'PENDING' or 'RETRY_WAIT'
    end
    redis.call('HSET', views[2 * i - 1], 'status', word, 'retryCount', retries)
    redis.call('SET', views[2 * i], word)
    if ttl > 0 then
      redis.call('PEXPIRE', views[2 * i - 1], ttl)
      redis.call('PEXPIRE', views[2 * i], ttl)
    end
    shown = shown + 1
  end
end
return {'SHOWN', shown}
