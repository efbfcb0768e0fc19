// Decides with rate-limiter-flexible on Redis as its documentation recommends, 64 callers at once. Each line of standard input is
// one order, "<keys> <decisions>"; each answer is one line of JSON. Ends with standard input.
import Redis from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { createInterface } from 'node:readline';

const CALLERS = 64;
const client = new Redis({ host: '127.0.0.1', port: Number(process.argv[2]), enableOfflineQueue: false, lazyConnect: true });
await client.connect();
const limiter = new RateLimiterRedis({ storeClient: client, points: 1e9, duration: 3600, keyPrefix: 'rlf' });

for await (const line of createInterface({ input: process.stdin })) {
  const [keys, decisions] = line.split(' ').map(Number);
  let asked = 0;
  let allowed = 0;
  const begin = process.hrtime.bigint();
  await Promise.all(Array.from({ length: CALLERS }, async () => {
    for (let number = asked++; number < decisions; number = asked++) {
      await limiter.consume(`caller-${number % keys}`);
      allowed++;
    }
  }));
  console.log(JSON.stringify({ decisions: allowed, nanos: Number(process.hrtime.bigint() - begin) }));
}
process.exit(0);
