/** Configuration of AI clients, to copy. */

/** A name clients take for a server: letters, digits and hyphens. */
function serverName(folder: string): string {
  const name = folder
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return name === '' ? 'plinth' : name;
}

const lines = (folder: string, server: object): string =>
  JSON.stringify({ mcpServers: { [serverName(folder)]: server } }, null, 2);

/** Where this installation is not known: an app that is packed has no command of its own. */
const SOMEWHERE = ['node', '/path/to/plinth/dist/server/cli/plinth.js'];

/**
 * For a client that starts a command. `installation`: the command and its first arguments. The API does not reveal the
 * path of the folder, so the user fills it in.
 */
export const stdioClientLines = (folder: string, installation: readonly string[] = SOMEWHERE): string => {
  const [command, ...args] = installation;
  return lines(folder, { command, args: [...args, 'mcp', '--data', `/path/to/${folder}`, '--read-only'] });
};

/** For a client that connects over HTTP. */
export const httpClientLines = (folder: string, url: string): string =>
  lines(folder, { type: 'http', url: `${url}/mcp`, headers: { 'X-API-Key': 'plinth_…' } });
