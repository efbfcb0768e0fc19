-- An hour that Redis has forgotten begins anew, under another generation: what was counted before and after belongs to the same
-- hour. The first generation of an hour stays where it was; others, which hardly any hour has, are beside it.
alter table check_hour add column generation integer not null default 0;
alter table check_minute add column generation integer not null default 0;

comment on column check_hour.generation is 'tells one hash of Redis from another of the same hour; 0: not known, any';

create table check_hour_again (
    monitor_id text        not null references monitor (id) on delete cascade,
    hour       timestamptz not null,
    generation integer     not null,
    up         integer[]   not null,
    down       integer[]   not null,
    unknown    integer[]   not null,
    latency_ms integer[]   not null,
    sketch     bytea       not null,
    latencies  integer     not null,
    primary key (monitor_id, hour, generation)
);

create index check_hour_again_by_age on check_hour_again (hour);

create table check_minute_again (
    monitor_id text        not null references monitor (id) on delete cascade,
    hour       timestamptz not null,
    generation integer     not null,
    up         integer[]   not null,
    down       integer[]   not null,
    unknown    integer[]   not null,
    latency_ms integer[]   not null,
    primary key (monitor_id, hour, generation)
);

create index check_minute_again_by_age on check_minute_again (hour);

-- Several rows of one hour add up.
create view any_check_hour as
    select monitor_id, hour, generation, up, down, unknown, latency_ms, sketch from check_hour
    union all
    select monitor_id, hour, generation, up, down, unknown, latency_ms, sketch from check_hour_again;

create view any_check_minute as
    select monitor_id, hour, generation, up, down, unknown, latency_ms from check_minute
    union all
    select monitor_id, hour, generation, up, down, unknown, latency_ms from check_minute_again;
