create table driver (
    number     bigint generated always as identity primary key,
    id         text        not null unique check (length(id) between 1 and 64),
    profile    jsonb       not null,
    rating     real,
    version    integer     not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
);

comment on column driver.number is 'what Redis calls the driver: short, and it tells nobody who that is; never used again';
comment on column driver.id is 'what people call the driver';
comment on column driver.profile is 'name, phone, email, vehicle: personal, goes with the row';
comment on column driver.rating is 'out of the profile, for scoring';

-- How drivers stood and where they were when Redis was last heard; it is at most one flush behind.
create table driver_state (
    driver         bigint primary key references driver (number) on delete cascade,
    status         text        not null check (status in ('AVAILABLE', 'BUSY', 'OFFLINE')),
    reason         text        not null,
    version        bigint      not null,
    last_active_at timestamptz not null,
    since          timestamptz not null,
    current_lat    double precision,
    current_lon    double precision,
    position_at    timestamptz,
    accuracy       real,
    speed          real,
    heading        real
) with (fillfactor = 70);

comment on column driver_state.version is 'expiry of the heartbeat in Redis, unix milliseconds; only a larger one replaces a row';
comment on column driver_state.since is 'when it began to stand like this';

-- For searches while Redis is away: Postgres finds nearest points by itself.
create index driver_state_available on driver_state using gist (point(current_lon, current_lat)) where status = 'AVAILABLE';

-- Who was erased here and may still be in Redis.
create table driver_erasure (
    driver bigint primary key,
    at     timestamptz not null default now()
);
