create table api_key (
    id           text primary key,
    name         text        not null,
    secret_hash  bytea       not null,
    scopes       text[]      not null,
    created_at   timestamptz not null,
    created_by   text        not null,
    expires_at   timestamptz,
    revoked_at   timestamptz,
    last_used_at timestamptz,
    replaced_by  text references api_key (id)
);

create index api_key_by_age on api_key (created_at desc, id desc);

comment on column api_key.secret_hash is 'SHA-256 of the whole key; a key has 256 random bits, so no salt and no stretching';
comment on column api_key.replaced_by is 'set by a rotation; the old key stays valid until expires_at';

-- Sessions live in signed cookies. Only those that end early are remembered, until they would have expired.
create table ended_session (
    session_id text primary key,
    expires_at timestamptz not null
);

-- What all instances of a service must agree on, such as the key that signs session cookies.
create table service_secret (
    name  text primary key,
    value bytea not null
);
