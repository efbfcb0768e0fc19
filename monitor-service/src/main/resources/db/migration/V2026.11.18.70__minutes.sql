-- The same hours in sixty minutes each, of monitors that are checked several times a minute.
create table check_minute (
    monitor_id text        not null references monitor (id) on delete cascade,
    hour       timestamptz not null,
    up         integer[]   not null,
    down       integer[]   not null,
    unknown    integer[]   not null,
    latency_ms integer[]   not null,
    primary key (monitor_id, hour)
);

create index check_minute_by_age on check_minute (hour);
