-- What was, in hours of twelve 5-minute slots each. Written again and again while the hour lasts, always as a whole.
create table check_hour (
    monitor_id text        not null references monitor (id) on delete cascade,
    hour       timestamptz not null,
    up         integer[]   not null,
    down       integer[]   not null,
    unknown    integer[]   not null,
    latency_ms integer[]   not null,
    sketch     bytea       not null,
    latencies  integer     not null,
    primary key (monitor_id, hour)
);

comment on column check_hour.latency_ms is 'per slot: sum over the checks that were up';
comment on column check_hour.sketch is 'latencies of the checks that were up, in log buckets that add up over hours';
comment on column check_hour.latencies is 'how many latencies are in the sketch';

create index check_hour_by_age on check_hour (hour);

create table check_day (
    monitor_id text    not null references monitor (id) on delete cascade,
    day        date    not null,
    up         integer not null,
    down       integer not null,
    unknown    integer not null,
    latency_ms bigint  not null,
    sketch     bytea   not null,
    primary key (monitor_id, day)
);

create index check_day_by_age on check_day (day);

-- Two looks at the same slots: what either of them has seen.
create function larger_each(one integer[], other integer[]) returns integer[]
    language sql immutable parallel safe
    as $$ select array_agg(greatest(a, b) order by slot) from unnest(one, other) with ordinality as pairs (a, b, slot) $$;
