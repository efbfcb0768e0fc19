// Runs flows through BullMQ as its documentation recommends: FlowProducer adds, one Worker with a concurrency of 50 drains,
// finished jobs are removed. Each line of standard input is one order, "<shape> <tasks per flow> <flows>"; each answer is
// one line of JSON. Ends with standard input.
import { FlowProducer, Worker } from 'bullmq';
import { createInterface } from 'node:readline';

const connection = { host: '127.0.0.1', port: Number(process.argv[2]), maxRetriesPerRequest: null };
const queueName = 'bench';
const opts = { removeOnComplete: true, removeOnFail: true };
const job = children => ({ name: 'task', queueName, data: {}, opts, children });

const shapes = {
  // The root runs after all others.
  fan: tasks => job(Array.from({ length: tasks - 1 }, () => job())),
  chain: tasks => Array.from({ length: tasks - 1 }).reduce(last => job([last]), job()),
};

const producer = new FlowProducer({ connection });
const worker = new Worker(queueName, async () => null, { connection, concurrency: 50 });
let left = 0;
let allDone;
worker.on('completed', () => --left === 0 && allDone());
await worker.waitUntilReady();

for await (const line of createInterface({ input: process.stdin })) {
  const [shape, tasks, flows] = line.split(' ');
  const total = tasks * flows;
  left = total;
  const done = new Promise(resolve => { allDone = resolve; });
  const begin = process.hrtime.bigint();
  for (let flow = 0; flow < flows; flow++) {
    await producer.add(shapes[shape](Number(tasks)));
  }
  await done;
  console.log(JSON.stringify({ tasks: total, nanos: Number(process.hrtime.bigint() - begin) }));
}
process.exit(0);
