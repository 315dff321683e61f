/** `plinth keys`: API keys of a folder (spec/access.md#api-keys). */
import { KEY_METHODS, type KeySummary } from '../contract/access.js';
import { message } from '../contract/messages/message.js';
import { missing } from '../errors.js';
import {
  type Command,
  EXIT,
  emit,
  FOLDER_HELP,
  FOLDER_OPTIONS,
  methodsOf,
  note,
  parse,
  print,
  required,
  UsageError,
  words,
} from './command.js';
import { withSite } from './folder.js';

export const keys: Command = {
  help: `Usage: plinth keys create --data DIR --name NAME [--methods M,…] [--paths P,…]
       plinth keys list --data DIR
       plinth keys revoke ID --data DIR

create prints the key, which is shown only once. It works on this machine
immediately; keys that came with the folder must be approved first (plinth
trust). A running server applies changes immediately.

${FOLDER_HELP}
  --name NAME   what the key is for
  --methods M   ${KEY_METHODS.join(',')}; all by default
  --paths P     paths it can use, e.g. /collections/blog; all by default`,
  async run([action, ...args]) {
    if (action === 'create') return create(args);
    if (action === 'list') return list(args);
    if (action === 'revoke') return revoke(args);
    throw new UsageError(action === undefined ? 'Use create, list or revoke' : `Unknown action "${action}"`);
  },
};

const WAITING =
  'Keys that came with the folder or were changed outside Plinth must be approved before they work: plinth trust';

const CREATE_OPTIONS = {
  ...FOLDER_OPTIONS,
  name: { type: 'string' },
  methods: { type: 'string' },
  paths: { type: 'string' },
} as const;

async function create(args: string[]): Promise<number> {
  const { values } = parse({ args, options: CREATE_OPTIONS });
  const name = required(values.name, '--name');
  const methods = methodsOf(values.methods, KEY_METHODS);
  const paths = words(values.paths) ?? ['*'];
  if (paths.length === 0) throw new UsageError('--paths must have at least one path');
  await withSite(values, async (site) => {
    const created = await site.keys.create({ name, methods, paths });
    site.security({ security: 'key.created', key: created.id, methods, paths });
    if (values.json) emit(created);
    else print(created.key);
    if (site.keys.list().some(({ pending: waits }) => waits)) note(WAITING);
  });
  return EXIT.ok;
}

async function list(args: string[]): Promise<number> {
  const { values } = parse({ args, options: FOLDER_OPTIONS });
  await withSite(values, async (site) => {
    const records = site.keys.list();
    for (const record of records) {
      if (values.json) emit(record);
      else print(describe(record));
    }
    if (records.length === 0 && !values.json) note('There are no keys.');
    if (!values.json && records.some(({ pending: waits }) => waits)) note(WAITING);
  });
  return EXIT.ok;
}

function describe(record: KeySummary): string {
  const { id, name, prefix, last4, scopes, lastUsed, pending: waits } = record;
  const used = waits ? 'waits' : lastUsed === null ? 'never used' : `last used ${lastUsed}`;
  return `${id}  ${prefix}…${last4}  ${scopes.methods.join(',')}  ${scopes.paths.join(',')}  ${used}  ${name}`;
}

async function revoke(args: string[]): Promise<number> {
  const { values, positionals } = parse({ args, options: FOLDER_OPTIONS, allowPositionals: true });
  const [id, ...rest] = positionals;
  if (id === undefined || rest.length > 0) throw new UsageError('Pass the id of one key');
  await withSite(values, async (site) => {
    if (!(await site.keys.revoke(id))) throw missing(message('keyMissing', { id }));
    site.security({ security: 'key.revoked', key: id });
  });
  if (values.json) emit({ event: 'revoked', id });
  else note(`Revoked ${id}`);
  return EXIT.ok;
}
