-- Purpose  Add to a sketch that is one string: the bytes of a count (1), the first bucket (2), then the counts from it on, big-endian.
--          Few arguments and commands, since those are what Redis spends its time on; only the part between the lowest and the
--          highest bucket is written. A count that has reached its largest value stays there.
local function add_counts(sketch, ttl_ms, width, counts)
  local pack, unpack, sub, rep = struct.pack, struct.unpack, string.sub, string.rep
  local head, spare, form, most = 3, 8, '>I' .. width, 256 ^ width - 1
  local lowest, highest = unpack('>I2', counts), unpack('>I2', counts, #counts - 7)
  local all = redis.call('GET', sketch)
  local is_new, base, ends = not all, lowest, lowest
  if all then
    base = unpack('>I2', all, 2)
    ends = base + (#all - head) / width
  end
  if is_new or lowest < base or highest >= ends then
    -- More buckets before and behind, and a few to spare: later ones shall not do it again.
    local from, to = base, ends
    if is_new or lowest < base then from = math.max(lowest - spare, 0) end
    if highest >= ends then to = highest + 1 + spare end
    all = pack('>I1I2', width, from)
      .. rep('\0', (base - from) * width) .. sub(all or '', head + 1) .. rep('\0', (to - ends) * width)
    base = from
    if is_new and ttl_ms > 0 then
      redis.call('SET', sketch, all, 'PX', ttl_ms)
    else
      redis.call('SET', sketch, all, 'KEEPTTL')
    end
  end
  local first = head + 1 + (lowest - base) * width
  local parts, n, at = {}, 0, first
  for i = 1, #counts, 8 do
    local bucket, count = unpack('>I2I6', counts, i)
    local place = head + 1 + (bucket - base) * width
    if place > at then
      n = n + 1
      parts[n] = sub(all, at, place - 1)
    end
    n = n + 1
    parts[n] = pack(form, math.min(unpack(form, all, place) + count, most))
    at = place + width
  end
  redis.call('SETRANGE', sketch, first - 1, table.concat(parts))
end
