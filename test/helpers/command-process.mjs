// Runs the built command line, one command after the other in this process: a process for each would take a quarter of
// a second. File descriptor 3 brings lists of arguments as lines of JSON, and takes the exit codes. A command has ended
// when nothing of it keeps the process alive any more, as in a process of its own.
import { Socket } from 'node:net';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

const [script] = process.argv.slice(2);
const home = process.cwd();
const channel = new Socket({ fd: 3 });
const alive = () => process.getActiveResourcesInfo().sort().join(' ');
let count = 0;
let idle = '';

async function run({ args, cwd = home, input = '' }) {
  process.chdir(cwd);
  const stdin = Object.assign(Readable.from(input === '' ? [] : [Buffer.from(input)]), { fd: 0 });
  Object.defineProperty(process, 'stdin', { configurable: true, value: stdin });
  process.argv = [process.execPath, script, ...args];
  process.exitCode = undefined;
  // The query makes it another module, which is evaluated again; the modules it imports are shared.
  count += 1;
  await import(`${pathToFileURL(script)}?run=${count}`);
  while (alive() !== idle) await setTimeout(2);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(signal);
  process.chdir(home);
  const code = process.exitCode ?? 0;
  process.exitCode = 0;
  for (const stream of [process.stdout, process.stderr]) stream.write(`\0${count}\0`);
  channel.write(`${code}\n`);
}

const lines = createInterface({ input: channel })[Symbol.asyncIterator]();
for (const stream of [process.stdout, process.stderr, channel]) stream.write('');
await setTimeout(1);
idle = alive();
for (let line = await lines.next(); !line.done; line = await lines.next()) await run(JSON.parse(line.value));
process.exit(0);
