create table maintenance (
    id          text primary key,
    name        text        not null,
    schedule    jsonb       not null,
    ends_at     timestamptz,
    monitor_ids text[]      not null,
    tags        text[]      not null,
    created_at  timestamptz not null,
    created_by  text        not null
);

comment on column maintenance.ends_at is 'when it is over for good; null for a weekly one';

create index maintenance_by_age on maintenance (created_at desc, id desc);
