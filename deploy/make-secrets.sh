#!/bin/sh
# Makes what the services mount as secrets: new random passwords and keys, each time it runs.
#
#   deploy/make-secrets.sh [--backends] | kubectl apply -n hotstate -f -     as Secrets of Kubernetes
#   deploy/make-secrets.sh --backends --files deploy/secrets                 as files, for compose.yaml; refuses an old folder
#
# --backends adds those of Redis and Postgres, where those run beside the services. Elsewhere put the passwords into your Redis
# (users.acl takes their SHA-256) and your Postgres (bootstrap.sql). Where a vault makes Secrets, this shows their shape.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
backends=no
files=
while [ $# -gt 0 ]; do
  case $1 in
    --backends) backends=yes ;;
    --files)
      files=${2:?"make-secrets: --files needs a folder"}
      shift
      ;;
    *)
      echo "make-secrets: there are only --backends and --files <folder>" >&2
      exit 1
      ;;
  esac
  shift
done
if [ -n "$files" ]; then
  # Whoever makes new passwords for data that are there locks everybody out.
  [ ! -e "$files" ] || {
    echo "make-secrets: $files exists; delete it, and the data that its passwords open, to begin anew" >&2
    exit 1
  }
  # Only its owner gets in; containers, which run as other users, have single folders of it mounted.
  mkdir -m 700 "$files"
fi

random() { head -c 32 /dev/urandom | od -An -v -tx1 | tr -d ' \n'; }
key() { head -c 32 /dev/urandom | base64; }
sha256() { printf %s "$1" | sha256sum | cut -d ' ' -f 1; }
upper() { echo "$1" | tr '[:lower:]' '[:upper:]'; }

secret() { # secret <name>: what follows are its entries
  name=$1
  if [ -n "$files" ]; then
    mkdir -m 755 "$files/$name"
  else
    printf -- '---\napiVersion: v1\nkind: Secret\nmetadata:\n  name: %s\ntype: Opaque\nstringData:\n' "$name"
  fi
}

entry() { # entry <name> <value>
  if [ -n "$files" ]; then
    printf '%s\n' "$2" >"$files/$name/$1"
    chmod 644 "$files/$name/$1"
  else
    printf '  %s: |\n' "$1"
    printf '%s\n' "$2" | sed 's/^/    /'
  fi
}

users=$(cat "$here/redis/users.acl")
in_users() { # in_users <user> <password>: its hash takes the place of the placeholder
  users=$(echo "$users" | sed "s/@$(upper "$1")_REDIS_PASSWORD_SHA256@/$(sha256 "$2")/")
}

vitals=$(random)
service() { # service <name> <app> <further settings>
  redis_password=$(random)
  postgres_password=$(random)
  in_users "$2" "$redis_password"
  eval "postgres_of_$2=\$postgres_password"
  secret "$1"
  entry redis-password "$redis_password"
  entry vitals-password "$vitals"
  entry service.properties "quarkus.datasource.password=$postgres_password
# Make an admin key with it, then remove it and set hotstate.auth.bootstrap-key-required=false.
hotstate.auth.bootstrap-key=$(random)${3:+
$3}"
}

service monitor-service monitor "hotstate.secrets.keys.first=$(key)"
service driver-service driver "hotstate.cache.encryption.keys.first=$(key)"
service dag-scheduler dag ""
service metrics-gateway metrics ""
[ $backends = yes ] || exit 0

admin=$(random)
replication=$(random)
in_users admin "$admin"
in_users replication "$replication"
in_users vitals "$vitals"
secret redis
entry admin-password "$admin"
entry replication.conf "masteruser replication
masterauth $replication"
entry users.acl "$users"
secret postgres
entry admin-password "$(random)"
for app in monitor driver dag metrics; do
  eval "entry $app-password \"\$postgres_of_$app\""
done
