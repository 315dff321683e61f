// Loaded first into a forked "utility process": gives it `process.parentPort` over Node's own IPC channel.
import { EventEmitter } from 'node:events';
import process from 'node:process';

const parentPort = new EventEmitter();
parentPort.postMessage = (message) => process.send(message);
// As in Electron, what comes before anybody listens is kept for the first who does.
const early = [];
process.on('message', (data) => {
  const message = { data, ports: [] };
  if (!parentPort.emit('message', message)) early.push(message);
});
parentPort.on('newListener', (name) => {
  if (name !== 'message') return;
  process.nextTick(() => {
    for (const message of early.splice(0)) parentPort.emit('message', message);
  });
});
// As in Electron, a utility process does not outlive the app.
process.on('disconnect', () => process.exit(0));
process.parentPort = parentPort;
