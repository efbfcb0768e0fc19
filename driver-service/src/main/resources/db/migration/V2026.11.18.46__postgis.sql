-- Where PostGIS is installed it finds the nearest drivers on the globe, also far from the equator.
do $$
declare
    place text;
begin
    select extnamespace::regnamespace::text into place from pg_extension where extname = 'postgis';
    if place is not null then
        execute format('create index driver_state_geography on driver_state using gist
            ((%1$s.geography(%1$s.st_setsrid(%1$s.st_makepoint(current_lon, current_lat), 4326))))
            where status = ''AVAILABLE''', place);
    end if;
end $$;
