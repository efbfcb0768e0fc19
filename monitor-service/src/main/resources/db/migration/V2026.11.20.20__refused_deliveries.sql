-- Whether an alert that was given up may have arrived after all: its end is told only to who may have heard of it.
alter table alert_delivery add column refused integer not null default 0;

comment on column alert_delivery.refused is
    'attempts that surely did not arrive; where it is less than attempts, one of them may have';
