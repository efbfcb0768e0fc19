-- Tasks that a running task adds to its job. Their rows are written first, unconfirmed; they are part of the job once Redis has them.
create table addition (
    job_id           text        not null references job (id) on delete cascade,
    task_id          text        not null,
    request          text        not null,
    attempt          bigint      not null,
    body_hash        bytea       not null,
    first_position   integer     not null,
    tasks            integer     not null,
    created_at       timestamptz not null default now(),
    confirmed_at     timestamptz,
    primary key (job_id, task_id, request)
);

comment on column addition.task_id is 'the task that adds them';
comment on column addition.request is 'how the worker calls this addition: the same again is the same addition';
comment on column addition.attempt is 'the attempt that asked last: its fence in Redis';
comment on column addition.first_position is 'the tasks stand in the job from here on, one after the other';

create index addition_open on addition (created_at) where confirmed_at is null;
