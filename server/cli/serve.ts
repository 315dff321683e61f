/** `plinth serve`: serves a folder over HTTP until the process is stopped. */
import { join, resolve } from 'node:path';
import { openLog } from '../http/log.js';
import { DEFAULT_PORT, type RunningServer, startServer } from '../start.js';
import { folderExists, makeFolder } from '../store/host/files-outside.js';
import {
  action,
  commandOf,
  EXIT,
  emit,
  FOLDER_OPTIONS,
  flag,
  LINK_HOLDS,
  note,
  portOf,
  print,
  required,
  takes,
} from './command.js';
import { firstFolder, recentFolder, rememberFolder } from './default-folder.js';
import { placesOf } from './folder.js';

interface Choice {
  folder: string;
  starter?: string;
}

/** The folder to serve. Prints a message when it was created. */
async function choose(data: string | undefined, state: string): Promise<Choice> {
  if (data !== undefined) {
    const folder = resolve(required(data, '--data'));
    if (await folderExists(folder)) return { folder };
    await makeFolder(folder);
    note(`Created the folder ${folder}`);
    return { folder };
  }
  const recent = await recentFolder(state);
  if (recent !== undefined) {
    note(`Opening the most recent folder: ${recent}`);
    return { folder: recent };
  }
  const folder = await firstFolder();
  note(`Your first site is in ${folder}; the admin offers starters for it`);
  return { folder };
}

/** Serves until stopped. `anyPort`: fall back to another port when the default one is in use. */
const serving = (anyPort: boolean) =>
  action({
    options: {
      ...FOLDER_OPTIONS,
      port: takes('N', `the port, ${DEFAULT_PORT} by default; 0 picks a free one`),
      host: takes('H', 'the address to listen on, 127.0.0.1 by default'),
      trust: flag('trust the folder on this machine, with the keys in it'),
      starter: takes('ID', 'fill the folder of --data with a starter if it is empty'),
    },
    async run({ values }) {
      const places = placesOf(values);
      const port = values.port === undefined ? DEFAULT_PORT : portOf(values.port);
      const choice = await choose(values.data, places.state);
      const server = await startServer({
        ...(values.data === undefined || values.starter === undefined ? {} : { starter: values.starter }),
        ...choice,
        ...places,
        port,
        anyPort: anyPort && values.port === undefined,
        ...(values.host === undefined ? {} : { host: required(values.host, '--host') }),
        trust: values.trust ?? false,
        log: openLog({ files: join(places.cache, 'logs') }),
      });
      const stopped = untilSignal();
      await announce(server, values.json ?? false);
      await rememberFolder(server.site);
      await stopped;
      await server.close();
    },
  });

export const serveAtAnyPort = serving(true);

export const command = commandOf(
  'serve',
  {
    usage: ['[--data DIR] [--port N] [--host H] [--trust] [--starter ID]'],
    about: `Serves the folder and prints its address and a one-time link to the admin. Without --data it opens the most
recent folder, or creates one in your home directory, for which the admin offers starters.`,
    end: 'On SIGINT and SIGTERM it completes running requests and exits with code 0.',
  },
  serving(false),
);

async function announce(server: RunningServer, json: boolean): Promise<void> {
  const { url, dataDir } = server;
  const admin = server.adminLink();
  if (json) {
    emit({ event: 'listening', url, admin, dataDir, pid: process.pid });
    return;
  }
  print(`Serving ${dataDir}`);
  print(`  API    ${url}/api`);
  print(`  Admin  ${admin}`);
  print(`${LINK_HOLDS} "plinth link" prints another one. Press Ctrl+C to stop.`);
  const { pending } = await server.site.folderApproval.overview();
  if (pending > 0) {
    note(
      'Keys, users, settings or automations in this folder do not work until you approve them: restart with --trust, or run "plinth trust".',
    );
  }
}

/** Resolves on the first SIGINT or SIGTERM; a second one ends the process at once. */
function untilSignal(): Promise<void> {
  return new Promise((done) => {
    let stopping = false;
    const stop = () => {
      if (stopping) process.exit(EXIT.failed);
      stopping = true;
      done();
    };
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
  });
}
