// Loaded into the server's process beside the built server (`node --import`). Tells the test what no answer shows:
// whether a prototype was added to, and which addresses the process connected to.
import { channel } from 'node:diagnostics_channel';
import process from 'node:process';

const prototypes = { Object, Array, String, Function, Map, Promise };
const known = new Map(
  Object.entries(prototypes).map(([name, { prototype }]) => [name, new Set(Reflect.ownKeys(prototype))]),
);
const connections = [];

channel('net.client.socket').subscribe(({ socket }) => {
  socket.once('connect', () => connections.push(`${socket.remoteAddress}:${socket.remotePort}`));
});

process.on('message', (message) => {
  if (message !== 'probe') return;
  const polluted = Object.entries(prototypes).flatMap(([name, { prototype }]) =>
    Reflect.ownKeys(prototype)
      .filter((key) => !known.get(name)?.has(key))
      .map((key) => `${name}.prototype.${String(key)}`),
  );
  process.send?.({ polluted, connections, memory: process.memoryUsage().rss });
});
// The channel to the test must not keep a stopping server alive.
process.channel?.unref();
