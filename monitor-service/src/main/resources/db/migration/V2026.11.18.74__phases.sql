-- Where the time of checks went: of each five minutes of an hour, how many checks told it (of the last ones at least) and the
-- means of their five phases, in microseconds: name, connect, TLS, first byte, transfer.
create table check_phase (
    monitor_id text        not null references monitor (id) on delete cascade,
    hour       timestamptz not null,
    checks     integer[]   not null,
    micros     integer[]   not null,
    primary key (monitor_id, hour)
);

create index check_phase_by_age on check_phase (hour);

-- Two looks at the same slots: of each, the means that were made of more checks.
create function of_more_checks(one integer[], one_checks integer[], other integer[], other_checks integer[]) returns integer[]
    language sql immutable parallel safe
    as $$ select array_agg(case when other_checks[(i - 1) / 5 + 1] >= one_checks[(i - 1) / 5 + 1] then other[i] else one[i] end
                           order by i)
          from generate_series(1, array_length(one, 1)) i $$;
