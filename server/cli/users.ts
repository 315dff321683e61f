/** `plinth users`: people who sign in with a password (spec/access.md#users). */
import { USER_ROLES } from '../contract/access.js';
import { message } from '../contract/messages/message.js';
import type { UserSummary } from '../contract/users.js';
import { missing } from '../errors.js';
import type { Site } from '../site.js';
import {
  type Command,
  EXIT,
  emit,
  FOLDER_HELP,
  FOLDER_OPTIONS,
  note,
  parse,
  print,
  required,
  UsageError,
} from './command.js';
import { withSite } from './folder.js';
import { readPassword } from './read-password.js';

export const users: Command = {
  help: `Usage: plinth users create --data DIR --name NAME [--email E] [--role R]
       plinth users list --data DIR
       plinth users password USER --data DIR
       plinth users remove USER --data DIR

Users sign in to the admin with a name and a password; the user who starts
Plinth is the owner and needs no account. The password is prompted for, or read
as one line from stdin. USER is a name, an email address or an id. A running
server applies changes immediately: changing a password or removing a user ends
the user's sessions.

${FOLDER_HELP}
  --name NAME   user name for signing in
  --email E     email address, also for signing in
  --role R      admin: same permissions as the owner; editor: objects and
                files; viewer: read-only (default)`,
  async run([action, ...args]) {
    if (action === 'create') return create(args);
    if (action === 'list') return list(args);
    if (action === 'password') return password(args);
    if (action === 'remove') return remove(args);
    throw new UsageError(
      action === undefined ? 'Use create, list, password or remove' : `Unknown action "${action}"`,
    );
  },
};

const CREATE_OPTIONS = {
  ...FOLDER_OPTIONS,
  name: { type: 'string' },
  email: { type: 'string' },
  role: { type: 'string' },
} as const;

async function create(args: string[]): Promise<number> {
  const { values } = parse({ args, options: CREATE_OPTIONS });
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
  return EXIT.ok;
}

async function list(args: string[]): Promise<number> {
  const { values } = parse({ args, options: FOLDER_OPTIONS });
  await withSite(values, async (site) => {
    const all = site.users.list();
    for (const user of all) {
      if (values.json) emit(user);
      else print(describe(user));
    }
    if (all.length === 0 && !values.json)
      note('There are no users; the user who starts Plinth is the owner.');
    if (all.some(({ pending: waits }) => waits))
      note('Users must be approved before they can sign in: plinth trust');
  });
  return EXIT.ok;
}

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

function oneUser(positionals: string[]): string {
  const [word, ...rest] = positionals;
  if (word === undefined || rest.length > 0)
    throw new UsageError('Pass the name, email address or id of one user');
  return word;
}

async function password(args: string[]): Promise<number> {
  const { values, positionals } = parse({ args, options: FOLDER_OPTIONS, allowPositionals: true });
  const word = oneUser(positionals);
  await withSite(values, async (site) => {
    const { id, name } = userOf(site, word);
    const given = await readPassword();
    const { role } = await site.users.change(id, { password: given });
    site.security({ security: 'user.changed', user: id, role, fields: ['password'] });
    if (values.json) emit({ event: 'password', id });
    else note(`Changed the password of ${name}; all sessions of the user have ended`);
  });
  return EXIT.ok;
}

async function remove(args: string[]): Promise<number> {
  const { values, positionals } = parse({ args, options: FOLDER_OPTIONS, allowPositionals: true });
  const word = oneUser(positionals);
  await withSite(values, async (site) => {
    const { id, name } = userOf(site, word);
    await site.users.remove(id);
    site.security({ security: 'user.removed', user: id });
    if (values.json) emit({ event: 'removed', id });
    else note(`Removed ${name}`);
  });
  return EXIT.ok;
}
