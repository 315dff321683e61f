// What Electron does with `electron . --some-switch`: finds the app's main file and runs it with that argv.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

const args = process.argv.slice(2);
const folder = resolve(args.find((arg) => !arg.startsWith('-')) ?? '.');
const { main } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
process.env.ELECTRON_STUB_APP = folder;
// A packed app is its own program: no folder is named.
const isPackaged = process.env.ELECTRON_STUB_PACKAGED === '1';
process.argv = [process.execPath, ...args.filter((arg) => !isPackaged || resolve(arg) !== folder)];
await import(pathToFileURL(join(folder, main)).href);
