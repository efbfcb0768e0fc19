create table incident (
    id               text primary key,
    monitor_id       text        not null references monitor (id) on delete cascade,
    first_failure_at timestamptz not null,
    opened_at        timestamptz not null,
    resolved_at      timestamptz,
    reason           text        not null,
    status_code      integer     not null,
    message          text        not null,
    round            integer     not null default 0,
    muted            boolean     not null,
    reminders        integer     not null default 0,
    reminded_at      timestamptz,
    acknowledged_at  timestamptz,
    acknowledged_by  text
);

comment on column incident.id is 'a hash of monitor and first failure, made in Redis when the incident opens';
comment on column incident.round is 'how often it was reopened; with the kind of transition it names each alert once';
comment on column incident.muted is 'the alert of its last opening was held back; it is sent when no maintenance mutes it any more';

-- One open incident per monitor, whatever several consumers believe.
create unique index incident_open on incident (monitor_id) where resolved_at is null;
create index incident_by_age on incident (opened_at desc, id desc);
create index incident_of_monitor on incident (monitor_id, opened_at desc, id desc);

create table incident_event (
    id          bigint generated always as identity primary key,
    incident_id text        not null references incident (id) on delete cascade,
    at          timestamptz not null,
    type        text        not null,
    entry_id    text,
    actor       text,
    text        text        not null default ''
);

comment on column incident_event.entry_id is 'the entry of the transition stream that caused it: an entry that comes twice changes nothing';

create index incident_event_of_incident on incident_event (incident_id, at, id);
create unique index incident_event_entry on incident_event (entry_id, incident_id) where entry_id is not null;
