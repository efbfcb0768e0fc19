-- Purpose  What the status of a monitor says of its last result; all are nil where it is unknown.
local function shown_before(status)
  local known = redis.call('HMGET', status, 'fence', 'state', 'since', 'verdict', 'reason', 'status_code', 'version')
  return {
    fence = known[1], state = known[2], since = known[3], verdict = known[4], reason = known[5], status_code = known[6],
    version = tonumber(known[7]),
  }
end
