-- Purpose  Unpack what a script has to know of a definition: see MonitorKeys.meta.
local function parse_meta(packed)
  local interval, phase, timeout, retries, retry_delay, failure_threshold, recovery_threshold, version, grace =
    string.match(packed, '^(%d+) (%d+) (%d+) (%d+) (%d+) (%d+) (%d+) (%d+) (%-?%d+)')
  return {
    interval = tonumber(interval), phase = tonumber(phase), timeout = tonumber(timeout), retries = tonumber(retries),
    retry_delay = tonumber(retry_delay), failure_threshold = tonumber(failure_threshold),
    recovery_threshold = tonumber(recovery_threshold), version = tonumber(version), grace = tonumber(grace),
  }
end
