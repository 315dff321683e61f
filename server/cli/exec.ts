/** `plinth exec`: runs a command, e.g. a site's build, with a server and a key made for it. */
import { constants } from 'node:os';
import spawn from 'cross-spawn';
import { KEY_METHODS } from '../contract/access.js';
import { openLog } from '../http/log.js';
import { startServer } from '../start.js';
import { type Command, emit, FOLDER_HELP, FOLDER_OPTIONS, note, parse, UsageError } from './command.js';
import { existingFolder, placesOf } from './folder.js';

/** What shells answer for a command that is not there or cannot be run. */
const NOT_FOUND = 127;
const NOT_RUNNABLE = 126;

export const exec: Command = {
  help: `Usage: plinth exec --data DIR -- COMMAND [ARGUMENT…]

Serves the folder on a free port while COMMAND runs, with PLINTH_URL and a
throw-away PLINTH_KEY in its environment, and ends with its exit code. Works
beside a server that has the folder open.

${FOLDER_HELP}`,
  async run(args) {
    const { values, positionals, tokens } = parse({
      args,
      options: FOLDER_OPTIONS,
      allowPositionals: true,
      tokens: true,
    });
    const [command, ...rest] = positionals;
    const end = tokens.find((token) => token.kind === 'option-terminator')?.index;
    const early = tokens.some(
      (token) => token.kind === 'positional' && (end === undefined || token.index < end),
    );
    if (command === undefined || early) throw new UsageError('Put -- before the command to run');
    const server = await startServer({
      folder: await existingFolder(values),
      ...placesOf(values),
      port: 0,
      lock: false,
      log: openLog(),
    });
    try {
      const { key } = server.site.keys.addEphemeral({
        name: 'exec',
        methods: [...KEY_METHODS],
        paths: ['*'],
      });
      if (values.json)
        emit({ event: 'listening', url: server.url, dataDir: server.dataDir, pid: process.pid });
      const code = await runCommand(command, rest, { PLINTH_URL: server.url, PLINTH_KEY: key });
      if (values.json) emit({ event: 'exit', code });
      return code;
    } finally {
      await server.close();
    }
  },
};

/** Runs the command to its end; a signal that ended it counts as 128 and its number. */
function runCommand(command: string, args: string[], extra: Record<string, string>): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...extra } });
    const pass = (signal: NodeJS.Signals) => child.kill(signal);
    // The terminal sends SIGINT to the command as well; we only have to outlive it.
    const outlive = () => undefined;
    process.on('SIGTERM', pass);
    process.on('SIGHUP', pass);
    process.on('SIGINT', outlive);
    const done = (code: number) => {
      process.off('SIGTERM', pass);
      process.off('SIGHUP', pass);
      process.off('SIGINT', outlive);
      resolve(code);
    };
    child.on('error', (error: NodeJS.ErrnoException) => {
      note(`${command}: ${error.code === 'ENOENT' ? 'command not found' : error.message}`);
      done(error.code === 'ENOENT' ? NOT_FOUND : NOT_RUNNABLE);
    });
    child.on('close', (code, signal) => {
      done(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}
