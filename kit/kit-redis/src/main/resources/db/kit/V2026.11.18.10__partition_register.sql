-- How the Redis keys of a service are partitioned, written at its first start and compared at every later one.
create table partition_register (
    app           text        primary key,
    partitions    integer     not null,
    tags          text        not null,
    registered_at timestamptz not null default now()
);
