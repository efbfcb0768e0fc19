-- That a job is being stopped is remembered before Redis hears of it, so that losing Redis does not let the job go on.
alter table job add column cancelling text check (cancelling in ('CANCELLED', 'FAILED'));
alter table job add column cancel_reason text;
alter table job add column rerun_tasks integer not null default 0;

comment on column job.cancelling is 'the status it will end with, while it is being stopped';
comment on column job.rerun_tasks is 'how many tasks its last rerun began anew: the answer to the same rerun asked for again';

create index job_being_stopped on job (id) where cancelling is not null and finished_at is null;

-- Events arrive in the order of their time: a few blocks hold the last minute, however many there are.
create index event_by_time on event using brin (at);

comment on column job.last_seq is 'position in the stream of the newest event in this row; older events change nothing';
comment on column task.last_seq is 'position in the stream of the newest event in this row; older events change nothing';
