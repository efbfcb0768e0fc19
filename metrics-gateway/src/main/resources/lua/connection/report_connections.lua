-- Purpose  Take what an instance says of its open connections, and forget those of instances that fell silent.
-- Keys     instances (hash, instance -> open connections and when it counts as dead, unix ms)
-- Args     instance (empty: only look), opened, closed, open (-1: not said), lifetime_ms, most (instances)
-- Returns  TAKEN current own (open connections) | FIRST current own (no instance was alive before) | FULL
-- Cost     O(most)
-- Retry    counts opened and closed twice
local instances = KEYS[1]
local instance, opened, closed, open = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local lifetime_ms, most = tonumber(ARGV[5]), tonumber(ARGV[6])
-- @include clock

local now_ms = ms(now_us())
local current, alive, own = 0, 0, nil
-- bounded: most
local all = redis.call('HGETALL', instances)
for i = 1, #all, 2 do
  local count, ends = string.match(all[i + 1], '^(%d+) (%d+)$')
  if tonumber(ends) <= now_ms then
    redis.call('HDEL', instances, all[i])
  else
    alive = alive + 1
    if all[i] == instance then own = tonumber(count) else current = current + tonumber(count) end
  end
end
if instance == '' then return {'TAKEN', current, 0} end
if not own and alive >= most then return {'FULL'} end

local mine = open >= 0 and open or math.max(0, (own or 0) + opened - closed)
redis.call('HSET', instances, instance, whole(mine) .. ' ' .. whole(now_ms + lifetime_ms))
redis.call('PEXPIRE', instances, math.max(lifetime_ms, redis.call('PTTL', instances)))
return {alive == 0 and 'FIRST' or 'TAKEN', current + mine, mine}
