-- What somebody said about the status of a driver outlives what Redis forgets.
alter table driver_state add column said bigint not null default 0;

comment on column driver_state.said is 'version at which somebody said so; a state that does not know of that does not replace it';
