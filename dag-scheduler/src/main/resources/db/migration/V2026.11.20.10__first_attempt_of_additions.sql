-- What is read late of an addition that was given up must not confirm another one of the same name.
alter table addition add column first_attempt bigint;
update addition set first_attempt = attempt;
alter table addition alter column first_attempt set not null;

comment on column addition.first_attempt is 'the attempt that asked first';
