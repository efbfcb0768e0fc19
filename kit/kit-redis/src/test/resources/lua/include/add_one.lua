local function add_one(key)
  local total = redis.call('INCR', key)
  redis.call('PEXPIRE', key, 60000)
  return total
end
