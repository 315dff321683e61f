// What Electron does with `electron . --some-switch`: finds the app's main file and runs it with that argv.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';

const args = process.argv.slice(2);
const folder = resolve(args.find((arg) => !arg.startsWith('-')) ?? '.');
const { main } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
process.env.ELECTRON_STUB_APP = folder;
if (process.env.ELECTRON_STUB_WINDOWS === '1') {
  // As in Electron on Windows: nothing may follow a word that looks like a URL, and the input has ended.
  const end = args.indexOf('--');
  const checked = end === -1 ? args : args.slice(0, end);
  const url = checked.findIndex((word) => /^[a-z][^\s:]+:/i.test(word));
  if (url !== -1 && url < args.length - 1) process.exit(255);
  const ended = Readable.from([]);
  Object.defineProperty(process, 'stdin', { configurable: false, enumerable: true, get: () => ended });
}
// A packed app is its own program: no folder is named.
const isPackaged = process.env.ELECTRON_STUB_PACKAGED === '1';
process.argv = [process.execPath, ...args.filter((arg) => !isPackaged || resolve(arg) !== folder)];
await import(pathToFileURL(join(folder, main)).href);
