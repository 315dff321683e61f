// Puts the package of Plinth into this project, for machines without this installation: npm run vendor
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';

const [installation] = process.argv.slice(2);
const tool = process.env.npm_execpath ?? '';

/** Runs npm, which is a script that only a shell finds on Windows, and gives back what it prints. */
function npm(...args) {
  const [command, ...first] = /npm-cli\.c?js$/.test(tool) ? [process.execPath, tool] : ['npm'];
  const shell = command === 'npm' && process.platform === 'win32';
  const { status, stdout } = spawnSync(command, [...first, ...args], {
    stdio: ['inherit', 'pipe', 'inherit'],
    encoding: 'utf8',
    shell,
  });
  if (status !== 0) process.exit(status ?? 1);
  return stdout;
}

mkdirSync('vendor', { recursive: true });
const name = npm('pack', installation, '--pack-destination', 'vendor', '--silent')
  .trim()
  .split(/\r?\n/)
  .at(-1);
npm('install', `./vendor/${name}`);
for (const other of readdirSync('vendor')) {
  if (other !== name && /^plinth-.*\.tgz$/.test(other)) rmSync(`vendor/${other}`);
}
console.log(
  `vendor/${name} is the package of Plinth now; commit it with package.json and package-lock.json.`,
);
