-- That a job ended has to be told: written in the transaction that keeps its end, delivered by whoever takes it.
create table webhook_delivery (
    job_id           text        not null references job (id) on delete cascade,
    run              integer     not null,
    host             text        not null,
    body             text        not null,
    state            text        not null default 'pending' check (state in ('pending', 'sent', 'dead')),
    attempts         integer     not null default 0,
    next_attempt_at  timestamptz not null default now(),
    lease            uuid,
    last_error       text,
    created_at       timestamptz not null default now(),
    sent_at          timestamptz,
    primary key (job_id, run)
);

comment on column webhook_delivery.run is 'each run of a job ends once, and is told once';
comment on column webhook_delivery.host is 'of the address: one that hangs must not hold up the others';
comment on column webhook_delivery.body is 'as the job was when it ended, whatever became of it since';
comment on column webhook_delivery.lease is 'of the instance that sends it now; next_attempt_at is when another one may';
comment on column webhook_delivery.state is 'dead: given up, until somebody sends it again';

create index webhook_delivery_due on webhook_delivery (host, next_attempt_at) where state = 'pending';
