// Loaded first into a forked "utility process": gives it `process.parentPort` over Node's own IPC channel.
import { EventEmitter } from 'node:events';
import process from 'node:process';

const parentPort = new EventEmitter();
parentPort.postMessage = (message) => process.send(message);
process.on('message', (data) => parentPort.emit('message', { data, ports: [] }));
// As in Electron, a utility process does not outlive the app.
process.on('disconnect', () => process.exit(0));
process.parentPort = parentPort;
