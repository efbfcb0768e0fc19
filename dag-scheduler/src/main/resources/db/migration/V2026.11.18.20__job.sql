-- What was ordered (definition), and what became of it as far as the events have been read (mirror). Redis may vanish; a job
-- is rebuilt from these two tables.

create table job (
    id               text primary key,
    name             text        not null,
    created_by       text        not null,
    labels           jsonb       not null default '{}',
    body_hash        bytea       not null,
    task_count       integer     not null,
    run              integer     not null default 1,
    on_failure       text        not null check (on_failure in ('continue', 'cancel', 'ignore')),
    durability       text        not null check (durability in ('redis', 'mirrored')),
    concurrency_max  integer,
    deadline_at      timestamptz,
    webhook_url      text,
    webhook_secret   bytea,
    created_at       timestamptz not null default now(),
    stored_at        timestamptz,
    submitted_at     timestamptz,

    status           text        not null default 'PENDING',
    paused           boolean     not null default false,
    reason           text,
    started_at       timestamptz,
    finished_at      timestamptz,
    last_seq         bigint      not null default 0
);

comment on column job.body_hash is 'SHA-256 of the order: the same id with the same order gets the same answer';
comment on column job.stored_at is 'when all its tasks were stored; without it the order is incomplete and is never run';
comment on column job.submitted_at is 'when Redis had it; the sweeper submits what is stored and not submitted';
comment on column job.webhook_secret is 'sealed';
comment on column job.run is 'grows with each rerun';
comment on column job.last_seq is 'the seq of the newest event in this row; older events change nothing';

create index job_by_age on job (created_at desc, id desc);
create index job_unfinished on job (status) where finished_at is null;
create index job_unsubmitted on job (created_at) where submitted_at is null;
create index job_labels on job using gin (labels jsonb_path_ops);

create table task (
    job_id           text        not null references job (id) on delete cascade,
    id               text        not null,
    position         integer     not null,
    name             text        not null,
    depends_on       text[]      not null,
    queue            text        not null,
    priority         smallint    not null,
    max_retries      integer     not null,
    backoff_ms       bigint      not null,
    backoff_max_ms   bigint      not null,
    timeout_ms       bigint      not null,
    lease_ms         bigint      not null,
    trigger_rule     text        not null,
    condition        text,
    delay_until      timestamptz,
    payload          text,
    confirmed        boolean     not null default true,

    status           text        not null default 'PENDING',
    attempt          bigint      not null default 0,
    retries          integer     not null default 0,
    worker           text,
    started_at       timestamptz,
    finished_at      timestamptz,
    output           text,
    reason           text,
    last_seq         bigint      not null default 0,
    primary key (job_id, id)
);

comment on column task.payload is 'JSON as it was given; Redis only knows that there is one';
comment on column task.confirmed is 'false: a running task wants to add it, and Redis may not have it yet; not part of the job';
comment on column task.timeout_ms is '0: none';
comment on column task.output is 'JSON as the worker gave it';

create unique index task_by_position on task (job_id, position);

-- How a queue is limited. A queue without a row is neither paused nor limited.
create table queue (
    name             text primary key,
    paused           boolean     not null default false,
    concurrency_max  integer check (concurrency_max > 0),
    changed_at       timestamptz not null default now()
);
