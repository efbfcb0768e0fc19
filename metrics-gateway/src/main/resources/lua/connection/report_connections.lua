-- Purpose  Take what an instance says of its open connections, forget those of instances that fell silent, and keep the most
--          that were open at once while any instance lived.
-- Keys     instances (hash, instance -> open connections and when it counts as dead, unix ms; the empty field: the most)
-- Args     instance (empty: only look), opened, closed, open (-1: not said), lifetime_ms, instances_max
-- Returns  TAKEN current own most (open connections) | NOBODY (lives) | FULL
-- Cost     O(instances_max)
-- Retry    counts opened and closed twice
local instances = KEYS[1]
local instance, opened, closed, open = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local lifetime_ms, instances_max = tonumber(ARGV[5]), tonumber(ARGV[6])
-- @include clock
local MOST = ''

local now_ms = ms(now_us())
local current, alive, own, most_before = 0, 0, nil, nil
-- bounded: instances_max
local all = redis.call('HGETALL', instances)
for i = 1, #all, 2 do
  local count, ends = string.match(all[i + 1], '^(%d+) (%d+)$')
  if all[i] == MOST then
    most_before = tonumber(all[i + 1])
  elseif tonumber(ends) <= now_ms then
    redis.call('HDEL', instances, all[i])
  else
    alive = alive + 1
    if all[i] == instance then own = tonumber(count) else current = current + tonumber(count) end
  end
end
local looks = instance == ''
if looks and alive == 0 then return {'NOBODY'} end
if not looks and not own and alive >= instances_max then return {'FULL'} end

local mine = 0
if not looks then
  mine = open >= 0 and open or math.max(0, (own or 0) + opened - closed)
  redis.call('HSET', instances, instance, whole(mine) .. ' ' .. whole(now_ms + lifetime_ms))
end
local most = math.max(alive > 0 and most_before or 0, current + mine)
if most ~= most_before then redis.call('HSET', instances, MOST, whole(most)) end
if not looks then redis.call('PEXPIRE', instances, math.max(lifetime_ms, redis.call('PTTL', instances))) end
return {'TAKEN', current + mine, mine, most}
