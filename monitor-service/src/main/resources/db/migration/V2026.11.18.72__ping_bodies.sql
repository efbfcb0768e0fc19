-- What jobs sent along with their reports: the last few of each, cut to a bounded length.
create table ping_body (
    id          bigint generated always as identity primary key,
    monitor_id  text        not null references monitor (id) on delete cascade,
    at          timestamptz not null,
    signal      text        not null check (signal in ('start', 'up', 'down', 'log')),
    run         text        not null,
    exit_status integer     not null,
    body        bytea       not null,
    size        integer     not null
);

comment on column ping_body.size is 'in bytes, as it was sent; what is longer than body was cut';

create index ping_body_by_monitor on ping_body (monitor_id, id);
