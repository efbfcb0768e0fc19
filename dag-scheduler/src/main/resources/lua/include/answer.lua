-- Purpose  Judge whether an answer belongs to the attempt that runs: attempt first, then how it ended, then whether it runs. An attempt
-- at a task that has ended, which a stray ticket would make, counts for nothing.
-- @include event
-- current: the attempt that runs, if any. Gives nothing if the answer is welcome, else DUPLICATE and how the attempt ended, or STALE
-- and the attempt that counts.
local function judge(journal, us, id, attempt, current, packed, call)
  if current == attempt and packed:sub(1, 1) == 'A' then return nil end
  local status, last, ended = packed:match('^(%a)|(%d+)|(.)')
  local job_id, task = id:match('^([^.]+)%.(.+)$')
  local repeated = last == attempt and (ended == 'C' or ended == 'F' or ended == 'R')
  local verdict = repeated and 'DUPLICATE' or 'STALE'
  note(journal, us, 'answer', job_id, task, attempt, status, verdict, '', call)
  return verdict, repeated and ended or current or last
end
