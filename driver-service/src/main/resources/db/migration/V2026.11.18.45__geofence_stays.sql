-- In which fences drivers are, for when Redis has forgotten it.
create table geofence_stay (
    driver    bigint      not null references driver (number) on delete cascade,
    fence     bigint      not null references geofence (number) on delete cascade,
    version   bigint      not null,
    since     timestamptz not null,
    is_inside boolean     not null,
    dwelt     boolean     not null,
    primary key (driver, fence)
);

comment on column geofence_stay.version is 'of the driver, at its last crossing of the fence';

create index geofence_stay_left on geofence_stay (since) where not is_inside;

-- Grows with each change of any fence.
create table geofence_list (version bigint not null);
insert into geofence_list values (1);

create function geofence_list_changed() returns trigger language plpgsql as $$
begin
    update geofence_list set version = version + 1;
    return null;
end $$;

create trigger geofence_list_changed after insert or update or delete on geofence
    for each statement execute function geofence_list_changed();
