-- Purpose  Decide what follows when an attempt ends without a result.
-- kind: failed (tried again while retries are left), fatal (never), lost (its worker; timed_out: its time), released (given back).
-- A loss weighs ten if the worker was heard of: its task may be what kills it. Otherwise one: the claim may never have arrived.
-- Gives the task's status, how the attempt ended, its retries and losses, and for a retry when it is due (ms).
local HEARD_WEIGHT = 10

local function after_failure(packed, kind, timed_out, heard, jitter, losses_max, ms)
  local retries, losses = packed:match('^%a|%d+|.|(%d+)|(%d+);')
  retries, losses = tonumber(retries), tonumber(losses)
  local max_retries, backoff, longest = packed:match(';%a|[^|]*|%d|(%d+)|(%d+)|(%d+)|')
  if kind == 'released' then return 'READY', 'L', retries, losses end
  if kind == 'lost' and not timed_out then
    local weight = heard and HEARD_WEIGHT or 1
    if losses < losses_max then return 'READY', 'L', retries, losses + weight end
    return 'FAILED', 'L', retries, losses + weight
  end
  if kind == 'fatal' or retries >= tonumber(max_retries) then return 'FAILED', timed_out and 'L' or 'F', retries, losses end
  local pause = math.min(tonumber(longest), backoff * 2 ^ math.min(retries, 40))
  return 'RETRY_WAIT', timed_out and 'L' or 'R', retries + 1, losses, ms + math.floor(jitter * pause)
end
