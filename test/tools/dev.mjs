// `npm run dev -- --data DIR`: compiler, server and admin, each restarting on change.
// The admin runs at Vite's address with hot reload and proxies the API to the server.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';

const root = new URL('../..', import.meta.url).pathname;
const children = [];

function start(command, args) {
  const child = spawn(process.execPath, [...command, ...args], { cwd: root, stdio: 'inherit' });
  children.push(child);
  child.on('exit', (code) => stop(code ?? 0));
}

function stop(code) {
  for (const child of children) child.kill();
  process.exitCode ||= code;
}

const compiler = join(root, 'node_modules/typescript/bin/tsc');
const vite = join(root, 'node_modules/vite/bin/vite.js');
const first = spawn(process.execPath, [vite, 'build', 'server', '--logLevel', 'warn'], {
  cwd: root,
  stdio: 'inherit',
});
first.on('exit', () => {
  start([compiler], ['-b', '-w', '--preserveWatchOutput']);
  // Written over what is there, so that the server never meets an empty folder.
  start([vite, 'build', 'server'], ['--watch', '--emptyOutDir=false', '--logLevel', 'warn']);
  start(['--watch-path=dist/server', 'dist/server/cli/plinth.js', 'serve'], process.argv.slice(2));
  start([vite], ['renderer']);
});
process.on('SIGINT', () => stop(130));
process.on('SIGTERM', () => stop(143));
