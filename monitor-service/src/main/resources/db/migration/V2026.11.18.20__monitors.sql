create table monitor (
    id                 text primary key,
    partition          smallint    not null,
    name               text        not null unique,
    kind               text        not null check (kind in ('http', 'tcp', 'dns', 'ping', 'tls', 'push')),
    spec               jsonb       not null,
    secrets            bytea,
    interval_ms        bigint      not null check (interval_ms > 0),
    timeout_ms         bigint      not null check (timeout_ms > 0),
    retries            integer     not null check (retries >= 0),
    retry_delay_ms     bigint      not null check (retry_delay_ms > 0),
    failure_threshold  integer     not null check (failure_threshold > 0),
    recovery_threshold integer     not null check (recovery_threshold > 0),
    tags               text[]      not null default '{}',
    enabled            boolean     not null,
    push_token         uuid unique,
    version            integer     not null,
    created_at         timestamptz not null,
    updated_at         timestamptz not null
);

comment on column monitor.partition is 'number of the Redis partition that the id belongs to, so that one can be rebuilt from one range of rows';
comment on column monitor.spec is 'what is checked, without secrets';
comment on column monitor.secrets is 'headers and credentials, sealed with the id of the monitor; null when there are none';
comment on column monitor.push_token is 'push monitors only: who knows it may report';
comment on column monitor.version is 'one more with each change; Redis never goes back to an older one';

create index monitor_by_partition on monitor (partition, id);
create index monitor_by_change on monitor (updated_at);
create index monitor_by_tag on monitor using gin (tags);

-- What instances that hold definitions in memory have to forget. Swept after a day, when all of them have.
create table monitor_removal (
    id         text primary key,
    removed_at timestamptz not null
);

create index monitor_removal_by_age on monitor_removal (removed_at);
