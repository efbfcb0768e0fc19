-- Only of what Redis has taken does an end that knows nothing of it show that Redis has lost it: such an end counts as that of a stopped job.
alter table job add column cancel_heard boolean not null default false;

comment on column job.cancel_heard is 'that it shall be stopped Redis has taken, and whoever asked for it was told so';
