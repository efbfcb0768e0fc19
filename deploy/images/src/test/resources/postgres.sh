#!/bin/sh
# Starts Debian's Postgres as the image that compose.yaml and the kustomizations name does: as root it changes to its own user, PGDATA says
# where the data lie, the password is in POSTGRES_PASSWORD_FILE, and what lies in /docker-entrypoint-initdb.d runs once. Arguments go to
# the server.
set -eu
data=${PGDATA:-/var/lib/postgresql/data}
bin=$(echo /usr/lib/postgresql/*/bin)
export PATH="$bin:$PATH"
as_postgres=
mkdir -p "$data"
if [ "$(id -u)" = 0 ]; then
  as_postgres='setpriv --reuid postgres --regid postgres --clear-groups'
  chown postgres "$data"
fi
chmod 700 "$data"
if [ ! -s "$data/PG_VERSION" ]; then
  cp "$POSTGRES_PASSWORD_FILE" /tmp/password
  [ -z "$as_postgres" ] || chown postgres /tmp/password
  $as_postgres initdb -D "$data" --auth-local=trust --auth-host=scram-sha-256 --pwfile=/tmp/password >/dev/null
  rm /tmp/password
  echo 'host all all all scram-sha-256' >>"$data/pg_hba.conf"
  $as_postgres pg_ctl -D "$data" -o "-c listen_addresses='' -k /tmp" -w start >/dev/null
  PGHOST=/tmp
  export PGHOST
  for script in /docker-entrypoint-initdb.d/*.sh; do sh "$script"; done
  $as_postgres pg_ctl -D "$data" -m fast -w stop >/dev/null
fi
exec $as_postgres postgres -D "$data" -k /tmp -c 'listen_addresses=*' "$@"
