create table channel (
    id         text primary key,
    name       text        not null unique,
    kind       text        not null check (kind in ('webhook', 'slack', 'pagerduty', 'alertmanager', 'email')),
    settings   jsonb       not null,
    secrets    bytea       not null,
    tags       text[]      not null default '{}',
    enabled    boolean     not null default true,
    created_at timestamptz not null,
    updated_at timestamptz not null
);

comment on column channel.settings is 'what may be shown; what may not is in secrets, sealed with the id of the channel';
comment on column channel.tags is 'monitors with any of these tags alert here; none: all monitors do';

-- The outbox: written in the transaction that changes the incident, emptied by the instances one row at a time.
create table alert_delivery (
    id              bigint generated always as identity primary key,
    incident_id     text        not null,
    transition      text        not null,
    channel_id      text        not null,
    monitor_id      text        not null,
    state           text        not null default 'pending' check (state in ('pending', 'sent', 'dead', 'muted')),
    attempts        integer     not null default 0,
    next_attempt_at timestamptz not null,
    lease           uuid,
    idempotency_key text        not null unique,
    payload         jsonb       not null,
    last_error      text,
    created_at      timestamptz not null,
    sent_at         timestamptz
);

comment on column alert_delivery.channel_id is 'no reference: a delivery outlives its channel, as a record of what was told';
comment on column alert_delivery.next_attempt_at is 'while an instance holds the row: when its lease ends';
comment on column alert_delivery.lease is 'the attempt that holds the row; an outcome counts only under it';

-- What is due, in the order of the transitions of an incident on a channel.
create index alert_delivery_due on alert_delivery (next_attempt_at, id) where state = 'pending';
create index alert_delivery_order on alert_delivery (incident_id, channel_id, id);
create index alert_delivery_by_state on alert_delivery (state, id desc);
create index alert_delivery_by_channel on alert_delivery (channel_id, id desc);
