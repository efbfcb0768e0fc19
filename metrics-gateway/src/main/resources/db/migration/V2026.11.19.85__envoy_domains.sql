-- Limits by descriptors, as Envoy's rate limit service is configured.
create table envoy_domain (
    domain     text primary key,
    version    integer     not null,
    config     text        not null,
    updated_at timestamptz not null,
    updated_by text        not null
);

create sequence envoy_domain_version as integer;
