-- One database, and in it one role and one schema per service. Run it once as a superuser, connected to any database:
--
--   psql -h db -U postgres -v monitor=... -v driver=... -v dag=... -v metrics=... -f bootstrap.sql
--
-- with a password for each service. A second run changes the passwords and leaves the data alone.
-- Tables are made by the services themselves (Flyway), each in its own schema.
\set ON_ERROR_STOP on
SET client_min_messages = warning;

SELECT 'CREATE DATABASE hotstate' WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'hotstate') \gexec
-- Nobody connects who is not named below.
REVOKE ALL ON DATABASE hotstate FROM PUBLIC;
\connect hotstate
SET client_min_messages = warning;
REVOKE ALL ON SCHEMA public FROM PUBLIC;

SELECT format('CREATE ROLE %I LOGIN', app)
FROM unnest(ARRAY['monitor', 'driver', 'dag', 'metrics']) AS app
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = app) \gexec

SELECT statement
FROM unnest(ARRAY['monitor', 'driver', 'dag', 'metrics']) AS app,
  unnest(ARRAY[
    format('CREATE SCHEMA IF NOT EXISTS %1$I AUTHORIZATION %1$I', app),
    format('ALTER ROLE %1$I SET search_path = %1$I', app),
    format('GRANT CONNECT, TEMPORARY ON DATABASE hotstate TO %I', app)
  ]) AS statement \gexec

ALTER ROLE monitor PASSWORD :'monitor';
ALTER ROLE driver PASSWORD :'driver';
ALTER ROLE dag PASSWORD :'dag';
ALTER ROLE metrics PASSWORD :'metrics';
