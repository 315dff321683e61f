// `npm run dev -- [--data DIR]`: compiler, server and admin, each restarting on change.
// The admin runs at Vite's address with hot reload and proxies the API to the server. The server takes the sessions of
// its former run over, so the browser stays signed in, and waits for a debugger at 127.0.0.1:9229.
// Without --data the folder `.dev-site` is used, which the first run fills with a starter and pictures.
import { fork, spawn } from 'node:child_process';
import { existsSync, mkdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const bin = (path) => join(root, 'node_modules', path);
/** A build writes many files; the server starts anew once they are all there. */
const QUIET_MS = 500;

const children = new Set();
let stopping = false;
let watching;

function stop(code) {
  stopping = true;
  watching?.close();
  process.exitCode ||= code;
  for (const child of children) {
    if (child.connected) child.send({ command: 'stop' });
    else child.kill();
  }
}

/** A program that runs as long as this one does. */
function start(command, args) {
  const child = spawn(process.execPath, [command, ...args], { cwd: root, stdio: 'inherit' });
  children.add(child);
  child.on('exit', (code) => {
    children.delete(child);
    if (!stopping) stop(code ?? 1);
  });
}

let server;
let sessions = [];
let restartWanted = false;

function startServer(args) {
  restartWanted = false;
  server = fork(join(root, 'test/tools/dev-server.mjs'), args, {
    cwd: process.cwd(),
    execArgv: ['--enable-source-maps', '--inspect=127.0.0.1:9229'],
  });
  children.add(server);
  server.on('message', (message) => {
    if (message.event === 'sessions') sessions = message.sessions;
    if (message.event !== 'listening') return;
    console.log(`API    ${message.url}/api`);
    console.log(
      `Admin  ${message.admin.replace(message.url, 'http://127.0.0.1:5173')} (once; then without the token)`,
    );
  });
  server.send({ command: 'restore', sessions });
  server.on('exit', (code) => {
    children.delete(server);
    server = undefined;
    if (stopping) return;
    if (restartWanted) startServer(args.filter((arg) => arg !== '--pictures'));
    else console.error(`The server ended with ${code}; it starts again after the next build.`);
  });
}

function restart(args) {
  if (stopping || restartWanted) return;
  if (!server) {
    startServer(args);
    return;
  }
  restartWanted = true;
  if (server.connected) server.send({ command: 'stop' });
}

/** What the server is started with; a folder of its own is made when none is named. */
function serverArguments() {
  const args = process.argv.slice(2);
  if (args.some((arg) => arg === '--data' || arg.startsWith('--data='))) return args;
  const folder = join(root, '.dev-site');
  const made = !existsSync(folder);
  if (made) mkdirSync(folder);
  return [...args, '--data', folder, ...(made ? ['--starter', 'magazine', '--pictures'] : [])];
}

start(bin('typescript/bin/tsc'), ['-b', '-w', '--preserveWatchOutput']);
// Written over what is there, so that the server never meets an empty folder.
start(bin('vite/bin/vite.js'), ['build', 'server', '--watch', '--emptyOutDir=false', '--logLevel', 'warn']);
start(bin('vite/bin/vite.js'), ['renderer']);
const args = serverArguments();
const built = join(root, 'dist/server');
mkdirSync(built, { recursive: true });
let timer;
// The first build starts the server.
watching = watch(built, { recursive: true }, () => {
  clearTimeout(timer);
  timer = setTimeout(restart, QUIET_MS, args);
});
process.on('SIGINT', () => stop(130));
process.on('SIGTERM', () => stop(143));
