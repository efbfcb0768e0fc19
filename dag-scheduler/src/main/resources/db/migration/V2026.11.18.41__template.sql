-- Jobs that are ordered again and again.

create table template (
    name             text primary key,
    description      text,
    parameters       text        not null,
    job              text        not null,
    version          integer     not null default 1,
    changed_by       text        not null,
    changed_at       timestamptz not null default now()
);

comment on column template.job is 'JSON of an order, with places for parameters';
comment on column template.parameters is 'JSON: names, defaults, descriptions';

create table schedule (
    id               text primary key,
    template         text        not null references template (name),
    cron             text        not null,
    zone             text        not null,
    parameters       text        not null,
    misfire          text        not null check (misfire in ('skip', 'fire_once', 'catch_up')),
    catch_up_max     integer     not null,
    enabled          boolean     not null,
    next_fire_at     timestamptz,
    changed_by       text        not null,
    changed_at       timestamptz not null default now()
);

comment on column schedule.next_fire_at is 'null: never again';

create index schedule_due on schedule (next_fire_at) where enabled;
create index schedule_of_template on schedule (template);

-- One row per time of a schedule: whoever writes it has fired, and nobody fires again.
create table schedule_fire (
    schedule_id      text        not null references schedule (id) on delete cascade,
    fire_at          timestamptz not null,
    job_id           text        not null,
    job              text,
    state            text        not null check (state in ('pending', 'submitted', 'refused')),
    detail           text,
    fired_at         timestamptz not null default now(),
    claimed_until    timestamptz,
    primary key (schedule_id, fire_at)
);

comment on column schedule_fire.job is 'the order as it was rendered when it fired, so that submitting it twice is submitting it once; null: it could not be';

create index schedule_fire_pending on schedule_fire (fire_at) where state = 'pending';
