-- Purpose  Say when a cell that was swept is looked at next, or forget it because it is empty.
-- Keys     cells (zset cell -> when its next driver lapses)
-- Args     cell, claimedUntil (unix ms, the score that its claim gave it), nextVisit (unix ms; 0: the cell is empty)
-- Returns  SETTLED | TAKEN (its claim ran out, or it was registered anew: nothing changed)
-- Cost     O(log n)
-- Retry    safe
local cells, cell, claimed_until, next_visit = KEYS[1], ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
if tonumber(redis.call('ZSCORE', cells, cell) or -1) ~= claimed_until then
  return {'TAKEN'}
elseif next_visit == 0 then
  redis.call('ZREM', cells, cell)
else
  redis.call('ZADD', cells, next_visit, cell)
end
return {'SETTLED'}
