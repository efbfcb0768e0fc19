#!/bin/sh
# For images that run what lies in /docker-entrypoint-initdb.d: the roles and schemas of bootstrap.sql, with the passwords
# that are files of /etc/postgres/secret.
set -eu
password() { cat "/etc/postgres/secret/$1-password"; }
# By standard input: arguments are seen by every process.
psql --username postgres --quiet <<SQL
\set monitor $(password monitor)
\set driver $(password driver)
\set dag $(password dag)
\set metrics $(password metrics)
\i /etc/postgres/bootstrap/bootstrap.sql
SQL
