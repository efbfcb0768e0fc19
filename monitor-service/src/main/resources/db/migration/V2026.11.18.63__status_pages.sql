create table status_page (
    slug        text primary key,
    title       text        not null,
    description text        not null,
    groups      jsonb       not null,
    created_at  timestamptz not null,
    updated_at  timestamptz not null
);

comment on column status_page.slug is 'its public address: who knows it may read it';
comment on column status_page.groups is '[{name, monitors: [{id, label}]}], in the order of the page';

-- Which badges are public.
create index status_page_groups on status_page using gin (groups jsonb_path_ops);
