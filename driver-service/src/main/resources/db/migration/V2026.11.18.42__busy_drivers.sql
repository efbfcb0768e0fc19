-- Maps show who is busy, too.
create index driver_state_busy on driver_state using gist (point(current_lon, current_lat)) where status = 'BUSY';
