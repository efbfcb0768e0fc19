-- Purpose  Write some of the tasks of a job that has not begun.
-- Keys     job (hash), state (hash), edges (hash), children (hash), roots (set), outputs (hash): of the job; running (hash), lease (zset),
--          slots (zset): of the partition; then task (hash), status (string) and logs (list) of each of these tasks: views
-- Args     token (of begin_job), job_id, chunk (JSON: state, edges, children, outputs as flat lists of name and value; roots; views
--          as a flat list of name, retryCount, maxRetries of each task), words (by comma: the status of each task), run_id (of the
--          process that executes this)
-- Returns  LOADED | SUPERSEDED
-- Cost     O(tasks of the chunk, up to 100, and characters in it, up to 32,768 or those of one task)
-- Retry    safe: writes the same again; SUPERSEDED once the job has begun, or was begun by someone else or
--          in another process
local job, state, edges, children, roots, outputs = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6]
local running, lease, slots = KEYS[7], KEYS[8], KEYS[9]
local views = {unpack(KEYS, 10)}
local token, job_id, chunk, words, run_id = ARGV[1], ARGV[2], cjson.decode(ARGV[3]), ARGV[4], ARGV[5]

if redis.call('HGET', job, 'loading') ~= token .. '@' .. run_id then return {'SUPERSEDED'} end
if #chunk.state > 0 then redis.call('HSET', state, unpack(chunk.state)) end
if #chunk.edges > 0 then redis.call('HSET', edges, unpack(chunk.edges)) end
if #chunk.children > 0 then redis.call('HSET', children, unpack(chunk.children)) end
if #chunk.outputs > 0 then redis.call('HSET', outputs, unpack(chunk.outputs)) end
if #chunk.roots > 0 then redis.call('SADD', roots, unpack(chunk.roots)) end
-- Attempts of an earlier run, which a process knows that has lost the end of it, count for nothing in this one.
if chunk.again and #chunk.state > 0 then
  local ids = {}
  for at = 1, #chunk.state, 2 do ids[#ids + 1] = job_id .. '.' .. chunk.state[at] end
  redis.call('HDEL', running, unpack(ids))
  redis.call('ZREM', lease, unpack(ids))
  redis.call('ZREM', slots, unpack(ids))
end
local i = 0
for word in words:gmatch('[^,]+') do
  redis.call('HSET', views[3 * i + 1], 'id', chunk.state[2 * i + 1], 'jobId', job_id, 'name', chunk.views[3 * i + 1],
    'status', word, 'retryCount', chunk.views[3 * i + 2], 'maxRetries', chunk.views[3 * i + 3])
  redis.call('SET', views[3 * i + 2], word)
  if chunk.again then
    redis.call('PERSIST', views[3 * i + 1])
    redis.call('PERSIST', views[3 * i + 3])
  end
  i = i + 1
end
return {'LOADED'}
