-- Attempts grow: which belong to which run is told by where the runs before it ended.
alter table job add column run_after bigint[] not null default '{}';

comment on column job.run_after is 'of each run that was followed by another one the largest attempt that it, or a run before it, had';
