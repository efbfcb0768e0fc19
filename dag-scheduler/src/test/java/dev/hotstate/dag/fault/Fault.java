package dev.hotstate.dag.fault;

import static org.awaitility.Awaitility.await;

import dev.hotstate.dag.platform.DagKeys;
import dev.hotstate.kit.backends.postgres.Postgres;
import dev.hotstate.kit.backends.redis.RedisNode;
import dev.hotstate.kit.testing.redis.FailoverMode;
import dev.hotstate.kit.testing.redis.RedisClusterHarness;
import java.time.Duration;

/** What happens to the backends in mid-run. Returns when the next fault may follow. */
enum Fault {
    MASTER_KILLED {
        @Override
        void strike(Backends backends, String job) {
            backends.cluster.killAndAwaitPromotion(backends.masterOf(job));
            backends.cluster.heal();
        }
    },
    MASTER_FORCED_OUT {
        @Override
        void strike(Backends backends, String job) {
            var replica = backends.cluster.replicaOf(backends.masterOf(job));
            backends.cluster.failover(replica, FailoverMode.FORCE);
            backends.cluster.awaitHealthy();
        }
    },
    MASTER_RESTARTED_WITHOUT_ITS_NEWEST_WRITES {
        @Override
        void strike(Backends backends, String job) {
            var master = backends.masterOf(job);
            // From now on it keeps nothing on its disk.
            master.call("CONFIG", "SET", "appendonly", "no");
            long before = changes(master);
            await().atMost(PATIENCE).until(() -> changes(master) > before + CHANGES_LOST);
            master.kill();
            master.restart();
            backends.cluster.heal();
        }

        private long changes(RedisNode node) {
            try (var client = node.connect()) {
                return Long.parseLong(client.field("rdb_changes_since_last_save", "INFO", "persistence"));
            }
        }
    },
    REDIS_EMPTIED {
        @Override
        void strike(Backends backends, String job) {
            backends.cluster.flushAll();
        }
    },
    MASTER_HANDED_OVER {
        @Override
        void strike(Backends backends, String job) {
            var replica = backends.cluster.replicaOf(backends.masterOf(job));
            backends.cluster.failover(replica, FailoverMode.GRACEFUL);
            backends.cluster.awaitHealthy();
        }
    },
    PARTITION_MOVED {
        @Override
        void strike(Backends backends, String job) {
            int slot = backends.slotOf(job);
            try (var move = backends.cluster.beginMove(slot, backends.cluster.otherMaster(slot))) {
                while (move.migrateKeys(1) > 0) {
                    // Key by key: as long as possible only some keys of a script are there.
                }
            }
        }
    },
    POSTGRES_RESTARTED {
        @Override
        void strike(Backends backends, String job) {
            backends.postgres.restart();
        }
    };

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int CHANGES_LOST = 300;

    /** @param job one that runs at the moment */
    abstract void strike(Backends backends, String job);

    /** What may be struck. */
    record Backends(RedisClusterHarness cluster, Postgres postgres, DagKeys keys) {

        int slotOf(String job) {
            return keys.job(job).slot();
        }

        RedisNode masterOf(String job) {
            return cluster.masterOfSlot(slotOf(job));
        }
    }
}
