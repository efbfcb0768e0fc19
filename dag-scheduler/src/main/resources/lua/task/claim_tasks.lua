-- Purpose  Hand the first ready tasks of a queue to a worker, under leases.
-- Keys     ready (zset), running (hash), lease (zset), parked (zset), slots (zset), gates (hash), epoch (hash), events (stream):
--          all of one partition
-- Args     worker (text), permits (by comma, 1..100: one per task wanted, '-' where the queue is not limited), run_id (of the process
--          that executes this)
-- Returns  CLAIMED still_ready ticket attempt leaseEndMs waitedMs ... | EMPTY still_ready | REBUILDING | BEHIND
-- Cost     O(100 * log n), or of 60 where jobs are limited: as many tickets are looked at, those of jobs that are held back are
--          parked
-- Retry    safe: a repeat claims other tasks, a lease that nobody knows of runs out
local ready, running, lease, parked = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local slots, gates, epoch, events = KEYS[5], KEYS[6], KEYS[7], KEYS[8]
local worker, permits, run_id = ARGV[1], ARGV[2], ARGV[3]
-- @include claim

local wanted, journal, answer = {}, {}, {}
for permit in permits:gmatch('[^,]+') do wanted[#wanted + 1] = permit end
local claimed, behind = claim(answer, ready, running, lease, parked, slots, gates, epoch, events, run_id, worker, #wanted, wanted,
  journal, now_us())
publish(events, journal)
if not claimed then return {behind and 'BEHIND' or 'REBUILDING'} end
local still_ready = redis.call('ZCARD', ready)
if claimed == 0 then return {'EMPTY', still_ready} end
return {'CLAIMED', still_ready, unpack(answer)}
