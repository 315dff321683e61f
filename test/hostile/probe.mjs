// Loaded into the server's process beside the built server (`node --import`). Tells the test what no answer shows:
// whether a prototype was added to, which addresses the process connected to, how long the event loop was held.
import { channel } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import process from 'node:process';

const prototypes = { Object, Array, String, Function, Map, Promise };
const known = new Map(
  Object.entries(prototypes).map(([name, { prototype }]) => [name, new Set(Reflect.ownKeys(prototype))]),
);
const connections = [];

channel('net.client.socket').subscribe(({ socket }) => {
  socket.once('connect', () => connections.push(`${socket.remoteAddress}:${socket.remotePort}`));
});

/** Processor time of the main thread in ms; Linux alone tells it for one thread. */
const mainThread = () => {
  const [spent] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ');
  return Number(spent) / 1e6;
};

/** The longest processor time between two turns of the event loop since `watch`, in ms. */
let held = 0;
let before = 0;
let watching;

function watch() {
  clearInterval(watching);
  held = 0;
  before = mainThread();
  watching = setInterval(() => {
    const now = mainThread();
    held = Math.max(held, now - before);
    before = now;
  }, 2);
  watching.unref();
}

/** A document of 0.8 MB, which is read and written to tell how fast the machine is. */
const document = JSON.stringify(
  Array.from({ length: 12_000 }, (_, n) => ({
    id: `object-${n}`,
    words: [n, 'one', 'two'],
    title: 'A title',
  })),
);

/** Processor time in ms. The system counts it in steps of up to 4 ms, hence ten times. */
function reference() {
  const from = mainThread();
  for (let n = 0; n < 10; n += 1) JSON.stringify(JSON.parse(document));
  return mainThread() - from;
}

process.on('message', (message) => {
  if (message === 'watch') watch();
  if (message === 'reference') process.send?.(reference());
  if (message !== 'probe') return;
  const polluted = Object.entries(prototypes).flatMap(([name, { prototype }]) =>
    Reflect.ownKeys(prototype)
      .filter((key) => !known.get(name)?.has(key))
      .map((key) => `${name}.prototype.${String(key)}`),
  );
  process.send?.({ polluted, connections, memory: process.memoryUsage().rss, held, spent: mainThread() });
});
// The channel to the test must not keep a stopping server alive.
process.channel?.unref();
