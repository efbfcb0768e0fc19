alter table monitor add column remind_every_ms bigint check (remind_every_ms >= 0);

comment on column monitor.remind_every_ms is 'while down, those who were told are told again; 0: never; null: as the service is set';
