/** The server process of the desktop app: serves one folder, controlled by messages (`contract/desktop.ts`). */
import '../http/tick-object.js';
import { join, resolve } from 'node:path';
import type { Logger } from 'pino';
import { openLog } from '../http/log.js';
import { DEFAULT_PORT, type RunningServer, startServer } from '../start.js';
import { defaultUserFolders } from '../store/host/user-folders.js';
import { parse, portOf, required } from './command.js';
import { openParent, type Parent } from './parent.js';
import { parentHelpers } from './parent-helpers.js';

const OPTIONS = {
  data: { type: 'string' },
  cache: { type: 'string' },
  state: { type: 'string' },
  port: { type: 'string' },
  starter: { type: 'string' },
} as const;

/** Time for the last message to reach the parent before the process exits; in ms. */
const PARTING = 200;

const readOptions = () => parse(process.argv.slice(2), OPTIONS).values;
type Values = ReturnType<typeof readOptions>;

function open(parent: Parent, values: Values, log: Logger): Promise<RunningServer> {
  const helpers = parentHelpers(parent);
  return startServer({
    folder: resolve(required(values.data, '--data')),
    port: values.port === undefined ? DEFAULT_PORT : portOf(values.port),
    anyPort: true,
    ...(values.cache === undefined ? {} : { cache: resolve(values.cache) }),
    ...(values.state === undefined ? {} : { state: resolve(values.state) }),
    ...(values.starter === undefined ? {} : { starter: values.starter }),
    startSandbox: helpers(),
    startImages: helpers('images'),
    log,
  });
}

async function main(parent: Parent): Promise<void> {
  const values = readOptions();
  const logs = join(values.cache === undefined ? defaultUserFolders().cache : resolve(values.cache), 'logs');
  const log = openLog({ files: logs });
  parent.send({ event: 'logs', folder: logs });
  const starting = open(parent, values, log);
  const stop = async () => {
    const server = await starting.catch(() => undefined);
    await server?.close();
    process.exit(0);
  };
  const end = () => {
    stop().catch(fail);
  };
  const fail = (error: unknown, before = '') => {
    const message = error instanceof Error ? error.message : String(error);
    parent.send({ event: 'failed', message: before + message });
    setTimeout(() => process.exit(1), PARTING);
  };
  const crash = (error: unknown) => {
    log.fatal({ err: error }, 'The server is stopping because of an error');
    fail(error, 'The server stopped because of an error: ');
  };
  parent.onCommand(({ command }) => {
    if (command === 'stop') return end();
    if (command !== 'admin-link') return;
    starting.then(
      (server) => parent.send({ event: 'admin-link', admin: server.adminLink() }),
      () => undefined,
    );
  });
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  // A utility process only warns of an unhandled rejection, and Electron may lose the last output.
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);
  try {
    const { url, dataDir, adminLink } = await starting;
    parent.send({ event: 'listening', url, admin: adminLink(), dataDir, pid: process.pid });
  } catch (error) {
    fail(error);
  }
}

const parent = openParent();
if (parent) {
  await main(parent);
} else {
  console.error('This program is started by the Plinth app. On a command line, use "plinth serve".');
  process.exitCode = 2;
}
