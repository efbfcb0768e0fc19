-- Purpose  Note events as they happen and append them to the stream together: an entry costs far more than an event in it.
-- @include clock
-- What happens in one step happens at one time, which is written once.
local noted_us, noted_at

-- Fields as DagKeys lists them. No JSON holds the separator; an error may.
local function note(journal, us, kind, job_id, task, attempt, status, verdict, worker, detail)
  if detail ~= '' and detail:find('\30', 1, true) then detail = detail:gsub('\30', ' ') end
  if us ~= noted_us then noted_us, noted_at = us, whole(us) end
  journal[#journal + 1] = kind .. '|' .. job_id .. '|' .. task .. '|' .. attempt .. '|' .. noted_at .. '|' .. status .. '|'
    .. verdict .. '|' .. worker .. '|' .. detail
end

-- In as few entries as their bounds allow: whoever reads so many entries knows how much that is at most.
local function publish(events, journal)
  local events_max, bytes_max, separator = 50, 16384, '\30'
  local from, bytes = 1, 0
  for i = 1, #journal do
    local event = journal[i]
    if i > from and (i - from == events_max or bytes + #event > bytes_max) then
      redis.call('XADD', events, '*', 'e', table.concat(journal, separator, from, i - 1))
      from, bytes = i, 0
    end
    bytes = bytes + #event
  end
  if #journal > 0 then redis.call('XADD', events, '*', 'e', table.concat(journal, separator, from)) end
end
