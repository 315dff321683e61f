// One run of the server under `npm run dev`, which forks it anew after each build and hands it the sessions of the run
// before, the owner's included. They pass through the channel to that process only.
import process from 'node:process';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { startServer } from '../../dist/server/start.js';
import { addPictures } from './dev-seed.mjs';

const SAVE_EVERY = 2000;

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    port: { type: 'string', default: '4180' },
    host: { type: 'string' },
    cache: { type: 'string' },
    state: { type: 'string' },
    trust: { type: 'boolean', default: false },
    starter: { type: 'string' },
    pictures: { type: 'boolean', default: false },
  },
});
const { data, port, starter, pictures, ...options } = values;

if (!process.send) throw new Error('Start this with `npm run dev`');
const starting = startServer({
  ...options,
  folder: data,
  port: Number(port),
  ...(starter !== undefined && { starter }),
  log: pino({ level: process.env.PLINTH_LOG ?? 'warn' }, pino.destination({ dest: 2, sync: true })),
});

const former = new Promise((resolve) => {
  process.on('message', ({ command, sessions }) => {
    if (command === 'restore') resolve(sessions);
    if (command === 'stop') void stop();
  });
});
// Without the process that started it, it ends.
process.on('disconnect', () => void stop());
// Ctrl+C reaches both; the process that started it says when.
process.on('SIGINT', () => undefined);

const server = await starting;
server.site.sessions.restore(await former);
// A run that crashes has told of its sessions before.
setInterval(save, SAVE_EVERY, server).unref();
if (pictures) await addPictures(server);
process.send({ event: 'listening', url: server.url, admin: server.adminLink() });

function save({ site }) {
  if (process.connected) process.send({ event: 'sessions', sessions: site.sessions.saved({ owner: true }) });
}

async function stop() {
  const running = await starting;
  save(running);
  await running.close();
  process.exit();
}
