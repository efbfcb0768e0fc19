-- Purpose  Write what the counters of a job should be; end it if nothing is left of it.
-- Keys     job (hash), cursor (list): of the job; gates, todo, events: of the partition
-- Args     job_id, seen (total, left, failed, skipped, cancelled by comma, when they were read), becomes (the same, as counted)
-- Returns  REPAIRED ended | MOVED
-- Cost     O(1)
-- Retry    safe: MOVED, counters that have changed meanwhile are left alone
local job, cursor, gates, todo, events = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local job_id, seen, becomes = ARGV[1], ARGV[2], ARGV[3]
-- @include clock
-- @include finish_job

local about = redis.call('HMGET', job, 'total', 'left', 'failed', 'skipped', 'cancelled', 'status', 'adding')
local found = {}
for i = 1, 5 do found[i] = about[i] or '' end
-- What an addition has counted and not yet written, nobody has seen.
if table.concat(found, ',') ~= seen or tonumber(about[7] or 0) > 0 then return {'MOVED'} end
local total, left, failed, skipped, cancelled = becomes:match('^(%d+),(%d+),(%d+),(%d+),(%d+)$')
redis.call('HSET', job, 'total', total, 'left', left, 'failed', failed, 'skipped', skipped, 'cancelled', cancelled)
local ended = ''
if left == '0' and about[6] == 'RUNNING' then
  local journal = {}
  ended = finish_job(job, cursor, gates, todo, journal, job_id, now_us())
  publish(events, journal)
end
return {'REPAIRED', ended}
