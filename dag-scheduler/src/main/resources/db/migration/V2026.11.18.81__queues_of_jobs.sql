-- The queues of a job stand in its row: who asks which queues there are, asks each second, and not all tasks.

alter table job add column queues text[] not null default '{}';

comment on column job.queues is 'of all its tasks, also of those that were added';

update job set queues = (select coalesce(array_agg(distinct queue), '{}') from task where task.job_id = job.id)
where finished_at is null;
