create table limit_policy (
    id         text primary key,
    version    integer     not null,
    spec       jsonb       not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    updated_by text        not null
);

-- One row, locked by each change: who sees the revision sees all changes up to it.
create table policy_revision (
    the_only_one boolean primary key default true check (the_only_one),
    revision     bigint not null
);

insert into policy_revision (revision) values (0);
