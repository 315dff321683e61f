/** `plinth logs`: prints the log files of this machine. */
import { basename, join, resolve } from 'node:path';
import type { JsonObject } from '../contract/values.js';
import { logLines } from '../store/host/log-lines.js';
import { action, commandOf, EXIT, emit, flag, note, print, takes } from './command.js';
import { placesOf } from './folder.js';

export const command = commandOf(
  'logs',
  {
    usage: ['[--data DIR] [--request ID]'],
    about: `Prints the log of this machine, oldest lines first. --request finds the lines of a request by the id in its
response (X-Request-Id, or requestId in errors).`,
  },
  action({
    options: {
      data: takes('DIR', 'only lines of this data folder'),
      request: takes('ID', 'only lines of this request'),
      cache: takes('DIR', "the cache directory, instead of the system's"),
      json: flag('raw log records, one per line'),
    },
    async run({ values }) {
      const folder = values.data === undefined ? undefined : basename(resolve(values.data));
      let found = 0;
      for await (const line of logLines(join(placesOf(values).cache, 'logs'))) {
        if (values.request !== undefined && line.requestId !== values.request) continue;
        if (folder !== undefined && line.folder !== folder) continue;
        found += 1;
        if (values.json) emit(line);
        else print(inWords(line));
      }
      if (found === 0 && !values.json) note('No matching log lines.');
      return values.request !== undefined && found === 0 ? EXIT.failed : EXIT.ok;
    },
  }),
);

const LEVELS: Readonly<Record<number, string>> = {
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
};

/** A log record as readable text; the stack of an error below it. */
function inWords({ level, time, msg, err, pid: _pid, folder: _folder, ...rest }: JsonObject): string {
  const moment = typeof time === 'number' ? new Date(time).toISOString() : '';
  const facts = Object.entries(rest).map(([name, value]) =>
    typeof value === 'object' ? `${name}=${JSON.stringify(value)}` : `${name}=${value}`,
  );
  const head = [moment, LEVELS[Number(level)] ?? '', String(msg ?? ''), ...facts].filter(
    (word) => word !== '',
  );
  const stack = typeof err === 'object' && err !== null && 'stack' in err ? `\n${err.stack}` : '';
  return head.join('  ') + stack;
}
