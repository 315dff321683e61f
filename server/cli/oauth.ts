/** `plinth oauth`: access of connected apps (spec/oauth.md), for use without a browser. */
import { message } from '../contract/messages/message.js';
import type { OAuthGrant } from '../contract/oauth.js';
import { missing } from '../errors.js';
import {
  type Command,
  EXIT,
  emit,
  FOLDER_HELP,
  FOLDER_OPTIONS,
  note,
  parse,
  print,
  UsageError,
} from './command.js';
import { withSite } from './folder.js';

export const oauth: Command = {
  help: `Usage: plinth oauth grants --data DIR
       plinth oauth revoke ID --data DIR
       plinth oauth revoke --all --data DIR
       plinth oauth gc --data DIR

grants lists connected apps and the users who authorized them; revoke ends the
access of one or all of them, also on a running server. gc removes expired
data, which a running server also does once a day.

${FOLDER_HELP}
  --all         revoke every grant`,
  async run([action, ...args]) {
    if (action === 'grants') return grants(args);
    if (action === 'revoke') return revoke(args);
    if (action === 'gc') return gc(args);
    throw new UsageError(action === undefined ? 'Use grants, revoke or gc' : `Unknown action "${action}"`);
  },
};

function describe({ id, client, user, scopes, lastUsed }: OAuthGrant): string {
  const used = lastUsed === null ? 'never used' : `last used ${lastUsed}`;
  return `${id}  ${scopes.join(',')}  ${used}  ${client.name}, authorized by ${user?.name ?? 'a deleted user'}`;
}

async function grants(args: string[]): Promise<number> {
  const { values } = parse({ args, options: FOLDER_OPTIONS });
  await withSite(values, async (site) => {
    const listed = site.oauth.listGrants().grants;
    for (const grant of listed) {
      if (values.json) emit(grant);
      else print(describe(grant));
    }
    if (listed.length === 0 && !values.json) note('No app has access.');
  });
  return EXIT.ok;
}

const REVOKE_OPTIONS = { ...FOLDER_OPTIONS, all: { type: 'boolean' } } as const;

async function revoke(args: string[]): Promise<number> {
  const { values, positionals } = parse({ args, options: REVOKE_OPTIONS, allowPositionals: true });
  const [id, ...rest] = positionals;
  if (rest.length > 0 || (id === undefined) !== (values.all === true)) {
    throw new UsageError('Pass the id of one grant, or --all');
  }
  await withSite(values, async (site) => {
    const ended = await site.oauth.grants.revoke((grant) => id === undefined || grant === id);
    if (id !== undefined && ended.length === 0) throw missing(message('grantUnknown', { id }));
    for (const grant of ended) site.security({ security: 'grant.revoked', grant });
    if (values.json) emit({ event: 'revoked', grants: ended.length });
    else note(`Revoked: ${ended.length}`);
  });
  return EXIT.ok;
}

async function gc(args: string[]): Promise<number> {
  const { values } = parse({ args, options: FOLDER_OPTIONS });
  await withSite(values, async (site) => {
    const forgotten = await site.oauth.prune();
    if (values.json) emit({ event: 'pruned', ...forgotten });
    else
      note(`Removed: ${forgotten.grants} grants, ${forgotten.tokens} tokens, ${forgotten.clients} clients`);
  });
  return EXIT.ok;
}
