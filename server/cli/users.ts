/** `plinth users`: people who sign in with a password (spec/access.md#users). */
import { USER_ROLES } from '../contract/access.js';
import { message } from '../contract/messages/message.js';
import type { UserSummary } from '../contract/users.js';
import { missing } from '../errors.js';
import type { Site } from '../site.js';
import {
  action,
  commandOf,
  emit,
  FOLDER_OPTIONS,
  note,
  onlyWord,
  print,
  printEach,
  required,
  takes,
  UsageError,
} from './command.js';
import { withSite } from './folder.js';
import { readPassword } from './read-password.js';

const create = action({
  options: {
    ...FOLDER_OPTIONS,
    name: takes('NAME', 'user name for signing in'),
    email: takes('E', 'email address, also for signing in'),
    role: takes(
      'R',
      'admin: same permissions as the owner; editor: objects and files; viewer: reads and suggests changes (default)',
    ),
  },
  async run({ values }) {
    const name = required(values.name, '--name');
    const role = USER_ROLES.find((known) => known === (values.role ?? 'viewer'));
    if (!role) throw new UsageError(`--role takes ${USER_ROLES.join(', ')}, not "${values.role}"`);
    const email = values.email ?? null;
    await withSite(values, async (site) => {
      site.users.requirePro();
      const user = await site.users.create({ name, email, role, password: await readPassword() });
      site.security({ security: 'user.created', user: user.id, role: user.role });
      if (values.json) emit(user);
      else print(describe(user));
    });
  },
});

const list = action({
  options: FOLDER_OPTIONS,
  run: ({ values }) =>
    withSite(values, async (site) => {
      const all = site.users.list();
      const none = 'There are no users; the user who starts Plinth is the owner.';
      printEach(values, all, { line: describe, none });
      if (all.some(({ pending: waits }) => waits))
        note('Users must be approved before they can sign in: plinth trust');
    }),
});

function describe({ id, name, email, role, lastSignIn, pending: waits }: UserSummary): string {
  const seen = waits ? 'waits' : lastSignIn === null ? 'never signed in' : `last signed in ${lastSignIn}`;
  return `${id}  ${role.padEnd(6)}  ${seen}  ${name}${email === null ? '' : ` <${email}>`}`;
}

/** The user with this name, email address or id. Throws `missing`. */
function userOf(site: Site, word: string): UserSummary {
  const known = site.users.list().find(({ id }) => id === word) ?? site.users.named(word);
  if (!known) throw missing(message('userUnknown', { name: word }));
  return site.users.get(known.id);
}

const ONE_USER = 'Pass the name, email address or id of one user';

const password = action({
  options: FOLDER_OPTIONS,
  words: true,
  async run({ values, words }) {
    const word = onlyWord(words, ONE_USER);
    await withSite(values, async (site) => {
      const { id, name } = userOf(site, word);
      const { role } = await site.users.change(id, { password: await readPassword() });
      site.security({ security: 'user.changed', user: id, role, fields: ['password'] });
      if (values.json) emit({ event: 'password', id });
      else note(`Changed the password of ${name}; all sessions of the user have ended`);
    });
  },
});

const remove = action({
  options: FOLDER_OPTIONS,
  words: true,
  async run({ values, words }) {
    const word = onlyWord(words, ONE_USER);
    await withSite(values, async (site) => {
      const { id, name } = userOf(site, word);
      await site.users.remove(id);
      site.security({ security: 'user.removed', user: id });
      if (values.json) emit({ event: 'removed', id });
      else note(`Removed ${name}`);
    });
  },
});

export const command = commandOf(
  'users',
  {
    usage: [
      'create --data DIR --name NAME [--email E] [--role R]',
      'list --data DIR',
      'password USER --data DIR',
      'remove USER --data DIR',
    ],
    about: `Users sign in to the admin with a name and a password; the user who starts Plinth is the owner and needs no
account. The password is prompted for, or read as one line from stdin. USER is a name, an email address or an id. A
running server applies changes immediately: changing a password or removing a user ends the user's sessions.`,
  },
  { create, list, password, remove },
);
