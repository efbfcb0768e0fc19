-- Lines come in the order of time: a small index tells where the old ones are.
create index log_line_by_time on log_line using brin (at) with (autosummarize = on);
