-- What was asked for, written before anything is claimed: the same request is answered alike, whenever it comes again.
create table claim_request (
    number      bigint generated always as identity primary key,
    request_id  text        not null unique,
    asked       text        not null,
    lease       uuid,
    lease_until timestamptz not null,
    created_at  timestamptz not null default now(),
    settled_at  timestamptz
);

comment on column claim_request.asked is 'one line; another one under the same id is refused';
comment on column claim_request.lease is 'of the instance that works on it; another one may when lease_until has passed';
comment on column claim_request.settled_at is 'when its assignments were written, in the same transaction';

create index claim_request_created on claim_request (created_at);

-- Who has a driver. Of one driver there is one active assignment at most, whatever Redis believes.
create table assignment (
    id           text             primary key,
    request      bigint           not null references claim_request (number) on delete cascade,
    rank         integer          not null,
    driver       bigint           not null references driver (number) on delete cascade,
    token        bigint           not null,
    state        text             not null check (state in ('claimed', 'confirmed', 'released', 'expired')),
    lease_until  timestamptz      not null,
    lat          double precision,
    lon          double precision,
    position_at  timestamptz,
    distance     double precision,
    claimed_at   timestamptz      not null default now(),
    confirmed_at timestamptz,
    ended_at     timestamptz,
    version      integer          not null default 1,
    told         integer          not null default 1,
    tell_at      timestamptz      not null default now(),
    unique (request, rank)
);

comment on column assignment.lease_until is 'by the clock of Redis; a claim ends then unless it is confirmed';
comment on column assignment.distance is 'metres to where it was asked for; none if the driver was chosen by name';
comment on column assignment.version is 'grows with each change';
comment on column assignment.told is 'the version that Redis was told of';

create unique index assignment_active on assignment (driver) where state in ('claimed', 'confirmed');
create index assignment_lease on assignment (lease_until) where state = 'claimed';
create index assignment_untold on assignment (tell_at) where told < version;
create index assignment_driver on assignment (driver, claimed_at);

-- The last token of each driver: a smaller one never gets it.
create table assignment_token (
    driver bigint primary key references driver (number) on delete cascade,
    token  bigint not null
);
