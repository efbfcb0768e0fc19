#!/bin/sh
# Makes one cluster of running nodes, or does what is missing of it. Run it again where it broke off, or after addresses have changed.
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
  getent ahosts "$1" | awk '{ print $1; exit }'
}

own() { # own <host> <awk action>: about its own line of CLUSTER NODES, whose words are id address flags master ... and its slots from the 9th on
  redis "$1" CLUSTER NODES | awk "\$3 ~ /myself/ { $2 }"
}

is_empty() { # is_empty <host>: a master without slots, which is what every node begins as
  [ "$(own "$1" 'print ($3 ~ /master/ && NF < 9)')" = 1 ]
}

nth() { # nth <number> <host>...: counted from 0
  shift "$1"
  echo "$2"
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
sees() { [ "$(info "$1" cluster_slots_assigned)" = "$2" ]; }
agrees() { sees "$1" "$(info "$2" cluster_slots_assigned)"; }
knows_node() { redis "$1" CLUSTER NODES | grep -q "^$2 "; }
replicas() { redis "$1" CLUSTER NODES | awk '$3 ~ /slave/ && $3 !~ /fail/ { n++ } END { print n + 0 }'; }
whole() { [ "$(info "$1" cluster_state)" = ok ] && sees "$1" $slots && [ "$(replicas "$1")" -ge "$2" ]; }

for node; do until_true "an answer of $node" answers "$node"; done
n=0
for node; do
  n=$((n + 1))
  # All different, so that nobody has to give way. Refused by who has one, or knows others.
  redis "$node" CLUSTER SET-CONFIG-EPOCH $n >/dev/null
done
# Each meets each: left to gossip alone, six nodes take most of a minute to hear of one another.
for node; do
  address=$(address "$node")
  for other; do
    [ "$other" = "$node" ] || must "$other" CLUSTER MEET "$address" "$port"
  done
done
for node; do until_true "$node to know the others" knows "$node" $#; done
for node; do until_true "$node to see the slots that $1 sees" agrees "$node" "$1"; done

# Each step asks the node itself whether it is due: an earlier run may have ended anywhere.
n=0
for node; do
  if [ $n -lt $masters ] && is_empty "$node" && ! sees "$node" $slots; then
    must "$node" CLUSTER ADDSLOTSRANGE $((n * slots / masters)) $(((n + 1) * slots / masters - 1))
  fi
  n=$((n + 1))
done
n=0
for node; do
  if is_empty "$node"; then
    # A master that comes back without its data follows who has taken its place.
    master=$(own "$(nth $((n < masters ? n + masters : n % masters)) "$@")" 'print $4 == "-" ? $1 : $4')
    until_true "$node to know its master" knows_node "$node" "$master"
    must "$node" CLUSTER REPLICATE "$master"
  fi
  n=$((n + 1))
done
for node; do until_true "the cluster as $node sees it" whole "$node" $(($# - masters)); done
echo "form-cluster: $# nodes, $masters masters, all slots assigned"
