-- Where drivers were, if somebody wants to know.
create table driver_position (
    driver   bigint           not null references driver (number) on delete cascade,
    at       timestamptz      not null,
    lat      double precision not null,
    lon      double precision not null,
    accuracy real,
    speed    real,
    heading  real,
    primary key (driver, at)
);

-- Points come about in this order: the oldest are found by a small index.
create index driver_position_at on driver_position using brin (at);
