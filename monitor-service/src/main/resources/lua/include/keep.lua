-- Purpose  Let keys that are written together lapse together, after ttl ms or up to a third earlier: an expiry that is still
--          far is left as it is, because to set it again would cost as much as what was written. The status speaks for all,
--          unless another one is new.
local function keep(ttl, is_new, status, recent, phases)
  local left = redis.call('PTTL', status)
  if is_new or left > ttl or left * 3 < ttl * 2 then
    redis.call('PEXPIRE', status, ttl)
    redis.call('PEXPIRE', recent, ttl)
    redis.call('PEXPIRE', phases, ttl)
  end
end
