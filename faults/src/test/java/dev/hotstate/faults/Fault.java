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
    /** As long as a lease; the longer one comes back when others have long had its work. */
    SERVICE_FROZEN("`SIGSTOP` of one instance of each service for 3 s (15 s with `--long`)", 7, 12) {
        @Override
        void strike(World world, RandomGenerator random) {
            var frozen = world.instances(random.nextInt(2));
            frozen.forEach(PackagedService::pause);
            pause(orLong(3, 15));
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
    MASTER_FROZEN("`SIGSTOP` of a Redis master until 1 s after its replica took over (15 s with `--long`)", 9, 14) {
        @Override
        void strike(World world, RandomGenerator random) {
            var master = any(world.cluster().masters(), random);
            world.losses().mean(world.cluster().pauseAndAwaitPromotion(master));
            pause(orLong(1, 15));
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
    BLACKHOLE("connections to a Redis master swallow everything for 4 s (30 s with `--long`)", 8, 26) {
        @Override
        void strike(World world, RandomGenerator random) {
            var route = world.cluster().route(any(world.cluster().masters(), random));
            route.blackhole();
            pause(orLong(4, 30));
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
    MEMORY_FULL("a Redis master has no memory left for 4 s (30 s with `--long`)", 8, 26) {
        @Override
        void strike(World world, RandomGenerator random) {
            var master = any(world.cluster().masters(), random);
            long before = Long.parseLong(memoryMax(master));
            world.cluster().fillMemory(master);
            pause(orLong(4, 30));
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
    POSTGRES_AWAY("Postgres away for 5 s (60 s with `--long`)", 8, 55) {
        @Override
        void strike(World world, RandomGenerator random) {
            world.postgres().process().stop();
            pause(orLong(5, 60));
            world.postgres().restart();
        }
    };

    private static final List<String> APPS = List.copyOf(World.MODULES.keySet());

    private final String title;
    private final int seconds;
    private final int moreSeconds;

    Fault(String title, int seconds) {
        this(title, seconds, 0);
    }

    /** @param moreSeconds that it lasts where there is time for it */
    Fault(String title, int seconds, int moreSeconds) {
        this.title = title;
        this.seconds = seconds;
        this.moreSeconds = moreSeconds;
    }

    abstract void strike(World world, RandomGenerator random) throws Exception;

    String title() {
        return title;
    }

    /** How long the load goes on, the fault included. */
    Duration lasts() {
        return orLong(seconds, seconds + moreSeconds);
    }

    private static Duration orLong(int seconds, int longSeconds) {
        return Duration.ofSeconds(FaultsIT.LONG ? longSeconds : seconds);
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
