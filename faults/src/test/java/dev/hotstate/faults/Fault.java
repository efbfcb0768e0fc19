package dev.hotstate.faults;

import dev.hotstate.kit.backends.redis.RedisNode;
import dev.hotstate.kit.testing.process.PackagedService;
import dev.hotstate.kit.testing.redis.HashSlot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;

/** What may break. Each strikes once, under load, and is over when it returns, but for what {@link World#heal} brings back. */
enum Fault {
    SERVICE_KILLED("`kill -9` of one instance of each service", 7) {
        @Override
        void strike(World world, RandomGenerator random) {
            var killed = world.instances(random.nextInt(2));
            killed.forEach(PackagedService::kill);
            pause(Duration.ofSeconds(1));
            killed.forEach(PackagedService::startAgain);
            killed.forEach(World::awaitReady);
        }
    },
    SERVICE_FROZEN("`SIGSTOP` of one instance of each service for 3 s", 7) {
        @Override
        void strike(World world, RandomGenerator random) {
            var frozen = world.instances(random.nextInt(2));
            frozen.forEach(PackagedService::pause);
            pause(Duration.ofSeconds(3));
            frozen.forEach(PackagedService::resume);
        }
    },
    ROLLING_RESTART("rolling restart of all services", 9) {
        @Override
        void strike(World world, RandomGenerator random) {
            for (int index = 0; index < 2; index++) {
                var next = world.instances(index);
                next.parallelStream().forEach(PackagedService::stop);
                next.forEach(PackagedService::startAgain);
                next.forEach(World::awaitReady);
            }
        }
    },
    CLOCK_WRONG("an instance of each service whose clock is an hour ahead, then an hour behind", 25) {
        @Override
        void strike(World world, RandomGenerator random) {
            var wrong = world.instances(random.nextInt(2));
            for (var offset : List.of(Duration.ofHours(1), Duration.ofHours(-1))) {
                var clock = FakeClock.by(offset);
                wrong.parallelStream().forEach(PackagedService::stop);
                wrong.forEach(instance -> instance.startAgainWith(clock));
                wrong.forEach(World::awaitReady);
                pause(Duration.ofSeconds(3));
            }
            wrong.parallelStream().forEach(PackagedService::stop);
            wrong.forEach(PackagedService::startAgain);
            wrong.forEach(World::awaitReady);
        }
    },
    MASTER_KILLED("`kill -9` of a Redis master", 9) {
        @Override
        void strike(World world, RandomGenerator random) {
            var master = any(world.cluster().masters(), random);
            world.losses().mean(world.cluster().killAndAwaitPromotion(master));
        }
    },
    MASTER_FROZEN("`SIGSTOP` of a Redis master", 9) {
        @Override
        void strike(World world, RandomGenerator random) {
            var master = any(world.cluster().masters(), random);
            world.losses().mean(world.cluster().pauseAndAwaitPromotion(master));
            pause(Duration.ofSeconds(1));
            master.resume();
        }
    },
    REPLICA_KILLED("`kill -9` of a Redis replica", 5) {
        @Override
        void strike(World world, RandomGenerator random) {
            var replica = any(world.cluster().replicas(), random);
            replica.kill();
            pause(Duration.ofSeconds(1));
            replica.restart();
        }
    },
    BLACKHOLE("connections to a Redis master swallow everything for 4 s", 8) {
        @Override
        void strike(World world, RandomGenerator random) {
            var route = world.cluster().route(any(world.cluster().masters(), random));
            route.blackhole();
            pause(Duration.ofSeconds(4));
            route.pass();
        }
    },
    SLOTS_MOVED("slots with data of every service move to another master", 6) {
        @Override
        void strike(World world, RandomGenerator random) {
            for (int slot : slotsInUse(world)) {
                world.cluster().moveSlot(slot, world.cluster().otherMaster(slot));
            }
        }
    },
    SCRIPTS_FLUSHED("`SCRIPT FLUSH` on every node", 5) {
        @Override
        void strike(World world, RandomGenerator random) {
            world.cluster().flushScripts();
        }
    },
    REDIS_EMPTIED("`FLUSHALL` on every master", 8) {
        @Override
        void strike(World world, RandomGenerator random) {
            world.cluster().flushAll();
            world.losses().noteEmptied();
        }
    },
    MEMORY_FULL("a Redis master has no memory left for 4 s", 8) {
        @Override
        void strike(World world, RandomGenerator random) {
            var master = any(world.cluster().masters(), random);
            long before = Long.parseLong(memoryMax(master));
            world.cluster().fillMemory(master);
            pause(Duration.ofSeconds(4));
            world.cluster().maxMemory(master, before);
        }

        private String memoryMax(RedisNode node) {
            try (var client = node.connect()) {
                return client.field("maxmemory", "INFO", "memory");
            }
        }
    },
    POSTGRES_RESTARTED("restart of Postgres", 6) {
        @Override
        void strike(World world, RandomGenerator random) {
            world.postgres().restart();
        }
    },
    POSTGRES_AWAY("Postgres away for 5 s (60 s with `--long`)", 8) {
        @Override
        void strike(World world, RandomGenerator random) {
            world.postgres().process().stop();
            pause(FaultsIT.LONG ? Duration.ofSeconds(60) : Duration.ofSeconds(5));
            world.postgres().restart();
        }

        @Override
        Duration lasts() {
            return FaultsIT.LONG ? super.lasts().plusSeconds(60) : super.lasts();
        }
    };

    private static final List<String> APPS = List.copyOf(World.MODULES.keySet());

    private final String title;
    private final int seconds;

    Fault(String title, int seconds) {
        this.title = title;
        this.seconds = seconds;
    }

    abstract void strike(World world, RandomGenerator random) throws Exception;

    String title() {
        return title;
    }

    /** How long the load goes on, the fault included. */
    Duration lasts() {
        return Duration.ofSeconds(seconds);
    }

    /** One slot of each service that has keys at the moment. */
    private static List<Integer> slotsInUse(World world) {
        List<Integer> slots = new ArrayList<>();
        for (var app : APPS) {
            world.keys(world.cluster().env() + ":" + app + ":*").stream()
                    .findFirst()
                    .ifPresent(key -> slots.add(HashSlot.of(key)));
        }
        return slots;
    }

    private static RedisNode any(List<RedisNode> nodes, RandomGenerator random) {
        return nodes.get(random.nextInt(nodes.size()));
    }

    /** How long it lasts is what the fault is; nothing else can be waited for. */
    private static void pause(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
    }
}
