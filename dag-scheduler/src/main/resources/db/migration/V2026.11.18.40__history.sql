-- What happened, as read from the streams of Redis. Rows come in batches and in order per partition; a batch may come twice.

create table event (
    job_id           text        not null,
    task_id          text        not null,
    attempt          bigint      not null,
    seq              bigint      not null,
    entry_ms         bigint      not null,
    entry_number     bigint      not null,
    type             text        not null check (type in ('job', 'task', 'answer')),
    at               timestamptz not null,
    status           text        not null,
    verdict          text        not null check (verdict in ('', 'ACCEPTED', 'DUPLICATE', 'STALE')),
    worker           text        not null,
    detail           text        not null,
    primary key (job_id, task_id, attempt, seq)
);

comment on table event is 'every transition, and every answer of a worker that was refused; no foreign key, because the last events of a deleted job may still be under way';
comment on column event.task_id is 'empty for events of the job';
comment on column event.entry_ms is 'with entry_number the id of the entry in the stream of the partition: the order of events';
comment on column event.detail is 'error or reason; the output of a completed task is in its row';

create index event_in_order on event (job_id, entry_ms, entry_number);

create table log_line (
    id               bigint generated always as identity primary key,
    job_id           text        not null,
    task_id          text        not null,
    attempt          bigint      not null,
    seq              bigint      not null,
    at               timestamptz not null,
    text             text        not null,
    unique (job_id, task_id, attempt, seq)
);

comment on column log_line.seq is 'counted by the worker, so that lines sent twice are stored once';
comment on column log_line.id is 'the order in which lines arrived: where a tail goes on';

create index log_line_of_task on log_line (job_id, task_id, id);
create index job_finished on job (finished_at) where finished_at is not null;
