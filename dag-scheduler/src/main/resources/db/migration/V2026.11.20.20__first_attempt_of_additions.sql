-- What is read late of an addition that was given up must not confirm another one of the same name.
alter table addition add column first_attempt bigint not null default 0;

comment on column addition.first_attempt is 'the attempt that asked first; 0: stored by a version that did not say, any attempt counts';

-- Who confirms one looks for others of its job that are open.
create index addition_open_of_job on addition (job_id) where confirmed_at is null;
