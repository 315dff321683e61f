/**
 * `plinth mcp`: a folder for the AI client that started this command, over stdin and stdout. It does no work itself:
 * clients keep it running for days, and a process that held the folder would keep Plinth from opening it.
 */
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { message } from '../contract/messages/message.js';
import { PlinthError } from '../errors.js';
import { openLog } from '../http/log.js';
import { startServer } from '../start.js';
import { ownCommand } from '../store/host/resources.js';
import { standardInput } from '../store/host/standard-input.js';
import { action, commandOf, FOLDER_OPTIONS, flag, note } from './command.js';
import { existingFolder, placesOf } from './folder.js';
import { Relay } from './mcp-relay.js';
import { OwnServer } from './own-server.js';

const [program, ...rest] = ownCommand() ?? ['node', '/path/to/plinth/dist/server/cli/plinth.js'];

export const command = commandOf(
  'mcp',
  {
    usage: ['--data DIR [--read-only]'],
    about: `Connects an AI client on this machine to the folder. The client starts this command and communicates over
stdin and stdout (Model Context Protocol). Configuration of the client:

  {"mcpServers": {"plinth": {"command": ${JSON.stringify(program)},
    "args": ${JSON.stringify([...rest, 'mcp', '--data', '/path/to/folder'])}}}}

If a server has the folder open, it handles the requests; otherwise this command opens the folder while requests arrive.`,
  },
  action({
    options: { ...FOLDER_OPTIONS, 'read-only': flag('offer only tools that read') },
    async run({ values }) {
      const folder = await existingFolder(values);
      const places = placesOf(values);
      const own = new OwnServer({
        folder,
        state: places.state,
        start: () => startServer({ folder, ...places, port: 0, log: openLog() }),
      });
      const wire = new StdioServerTransport(standardInput());
      const stop = () => void wire.close();
      process.on('SIGINT', stop);
      process.on('SIGTERM', stop);
      const backend = async () => {
        const { url, keys } = await own.find();
        if (!keys) throw new PlinthError('busy', message('serverOlder', { url }));
        return { url, key: values['read-only'] ? keys.read : keys.all };
      };
      try {
        await new Relay({ wire, backend, note: (sentence) => note(`plinth: ${sentence}`) }).run();
      } finally {
        await own.close();
      }
    },
  }),
);
