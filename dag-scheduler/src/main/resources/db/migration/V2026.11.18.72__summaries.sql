-- Otherwise the newest part of the table, up to a fifth of it, is read whole until the next vacuum.
alter index event_by_time set (autosummarize = on);
