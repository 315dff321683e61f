/** `plinth keys`: API keys of a folder (spec/access.md#api-keys). */
import { KEY_METHODS, type KeySummary } from '../contract/access.js';
import { message } from '../contract/messages/message.js';
import { missing } from '../errors.js';
import {
  action,
  commandOf,
  emit,
  FOLDER_OPTIONS,
  flag,
  methodsOf,
  note,
  onlyWord,
  print,
  printEach,
  required,
  takes,
  UsageError,
  wordsOf,
} from './command.js';
import { withSite } from './folder.js';

const WAITING =
  'Keys that came with the folder or were changed outside Plinth must be approved before they work: plinth trust';

const create = action({
  options: {
    ...FOLDER_OPTIONS,
    name: takes('NAME', 'what the key is for'),
    methods: takes('M', `${KEY_METHODS.join(',')}; all by default`),
    suggests: flag('what it writes are suggestions, which editors publish or drop'),
    paths: takes('P', 'paths it can use, e.g. /collections/blog; all by default'),
  },
  async run({ values }) {
    const name = required(values.name, '--name');
    const methods = methodsOf(values.methods, KEY_METHODS);
    const paths = wordsOf(values.paths) ?? ['*'];
    if (paths.length === 0) throw new UsageError('--paths must have at least one path');
    await withSite(values, async (site) => {
      const suggests = values.suggests && { suggests: true };
      const created = await site.keys.create({ name, methods, paths, ...suggests });
      site.security({ security: 'key.created', key: created.id, methods, paths, ...suggests });
      if (values.json) emit(created);
      else print(created.key);
      if (site.keys.list().some(({ pending: waits }) => waits)) note(WAITING);
    });
  },
});

const list = action({
  options: FOLDER_OPTIONS,
  run: ({ values }) =>
    withSite(values, async (site) => {
      const records = site.keys.list();
      printEach(values, records, { line: describe, none: 'There are no keys.' });
      if (!values.json && records.some(({ pending: waits }) => waits)) note(WAITING);
    }),
});

function describe(record: KeySummary): string {
  const { id, name, prefix, last4, scopes, lastUsed, pending: waits } = record;
  const used = waits ? 'waits' : lastUsed === null ? 'never used' : `last used ${lastUsed}`;
  const may = `${scopes.methods.join(',')}${scopes.suggests ? ' (suggests)' : ''}`;
  return `${id}  ${prefix}…${last4}  ${may}  ${scopes.paths.join(',')}  ${used}  ${name}`;
}

const revoke = action({
  options: FOLDER_OPTIONS,
  words: true,
  async run({ values, words }) {
    const id = onlyWord(words, 'Pass the id of one key');
    await withSite(values, async (site) => {
      if (!(await site.keys.revoke(id))) throw missing(message('keyMissing', { id }));
      site.security({ security: 'key.revoked', key: id });
    });
    if (values.json) emit({ event: 'revoked', id });
    else note(`Revoked ${id}`);
  },
});

export const command = commandOf(
  'keys',
  {
    usage: [
      'create --data DIR --name NAME [--methods M,…] [--paths P,…] [--suggests]',
      'list --data DIR',
      'revoke ID --data DIR',
    ],
    about: `create prints the key, which is shown only once. It works on this machine immediately; keys that came with
the folder must be approved first (plinth trust). A running server applies changes immediately.`,
  },
  { create, list, revoke },
);
