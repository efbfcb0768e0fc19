#!/bin/sh
# Makes one cluster of running nodes, or does nothing if they are one already. Run it again after addresses have changed.
#
#   form-cluster.sh <file with the password of admin> <host>...      half of them masters, the others their replicas
#
# PORT and REDIS_CLI_OPTIONS (such as --tls --cacert ca.pem) may be set.
set -eu

file=$1
shift
port=${PORT:-6379}
slots=16384
masters=$(($# / 2))
[ "$masters" -ge 3 ] || {
  echo "form-cluster: three masters with a replica each at least, so six hosts" >&2
  exit 1
}
# By environment: arguments are seen by every process.
REDISCLI_AUTH=$(cat "$file")
export REDISCLI_AUTH

redis() { # redis <host> <command...>
  host=$1
  shift
  # shellcheck disable=SC2086 # a list of options
  redis-cli ${REDIS_CLI_OPTIONS:-} --user admin -h "$host" -p "$port" "$@"
}

must() { # must <host> <command...>: the command, which has to answer OK
  answer=$(redis "$@")
  [ "$answer" = OK ] || {
    echo "form-cluster: $*: $answer" >&2
    exit 1
  }
}

info() { # info <host> <field>
  redis "$1" CLUSTER INFO | tr -d '\r' | sed -n "s/^$2://p"
}

address() { # address <host>: CLUSTER MEET takes no names
  getent hosts "$1" | awk '{ print $1; exit }'
}

until_true() { # until_true <what for> <command...>
  what=$1
  shift
  tries=0
  until "$@"; do
    tries=$((tries + 1))
    [ $tries -lt 120 ] || {
      echo "form-cluster: waited two minutes for $what" >&2
      exit 1
    }
    sleep 1
  done
}

answers() { [ "$(redis "$1" PING 2>/dev/null)" = PONG ]; }
knows() { [ "$(info "$1" cluster_known_nodes)" -ge "$2" ]; }
whole() { [ "$(info "$1" cluster_state)" = ok ] && [ "$(info "$1" cluster_slots_assigned)" = $slots ]; }
knows_node() { redis "$1" CLUSTER NODES | grep -q "^$2 "; }

for node; do until_true "an answer of $node" answers "$node"; done
first=$1
new=$([ "$(info "$first" cluster_slots_assigned)" = 0 ] && echo yes || echo no)
n=0
for node; do
  if [ $new = yes ]; then
    # All different, so that nobody has to give way.
    n=$((n + 1))
    redis "$node" CLUSTER SET-CONFIG-EPOCH $n >/dev/null
  fi
done
# Each meets each: left to gossip alone, six nodes take most of a minute to hear of one another.
for node; do
  address=$(address "$node")
  for other; do
    [ "$other" = "$node" ] || must "$other" CLUSTER MEET "$address" "$port"
  done
done
for node; do until_true "$node to know the others" knows "$node" $#; done

if [ $new = yes ]; then
  n=0
  for node; do
    if [ $n -lt $masters ]; then
      must "$node" CLUSTER ADDSLOTSRANGE $((n * slots / masters)) $(((n + 1) * slots / masters - 1))
      eval "master_$n=\$(redis \"\$node\" CLUSTER MYID)"
    else
      eval "master=\$master_$((n % masters))"
      until_true "$node to know its master" knows_node "$node" "$master"
      must "$node" CLUSTER REPLICATE "$master"
    fi
    n=$((n + 1))
  done
fi
for node; do until_true "the cluster as $node sees it" whole "$node"; done
echo "form-cluster: $# nodes, $masters masters, all slots assigned"
