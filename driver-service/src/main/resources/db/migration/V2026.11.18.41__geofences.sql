create table geofence (
    number         bigint generated always as identity primary key,
    id             text        not null unique,
    name           text        not null,
    shape          jsonb       not null,
    dwell_seconds  bigint,
    webhook_url    text,
    webhook_secret bytea,
    created_at     timestamptz not null default now(),
    updated_at     timestamptz not null default now()
);

comment on column geofence.number is 'what Redis calls it';
comment on column geofence.shape is 'a circle or a polygon';
comment on column geofence.webhook_secret is 'sealed';

create index geofence_created on geofence (created_at, id);

-- What drivers did at fences, and whether the address of the fence was told.
create table geofence_event (
    id              bigint generated always as identity primary key,
    transaction     xid8             not null default pg_current_xact_id(),
    fence           bigint           not null references geofence (number) on delete cascade,
    driver          bigint           not null references driver (number) on delete cascade,
    kind            text             not null check (kind in ('enter', 'exit', 'dwell')),
    version         bigint           not null,
    at              timestamptz      not null,
    lat             double precision not null,
    lon             double precision not null,
    created_at      timestamptz      not null default now(),
    host            text             not null,
    state           text             not null check (state in ('none', 'pending', 'sent', 'dead')),
    attempts        integer          not null default 0,
    next_attempt_at timestamptz      not null default now(),
    lease           uuid,
    last_error      text,
    sent_at         timestamptz,
    unique (driver, fence, version, kind)
);

comment on column geofence_event.transaction is 'readers follow in this order: an id may become visible after a larger one';
comment on column geofence_event.version is 'of the driver: what is told twice is kept once';
comment on column geofence_event.state is 'of the webhook; none: the fence had no address';

create index geofence_event_order on geofence_event (transaction, id);
create index geofence_event_fence on geofence_event (fence, id);
create index geofence_event_due on geofence_event (host, next_attempt_at) where state = 'pending';
create index geofence_event_created on geofence_event (created_at);
