/** `plinth oauth`: access of connected apps (spec/oauth.md), for use without a browser. */
import { message } from '../contract/messages/message.js';
import type { OAuthGrant } from '../contract/oauth.js';
import { missing } from '../errors.js';
import { action, commandOf, emit, FOLDER_OPTIONS, flag, note, printEach, UsageError } from './command.js';
import { withSite } from './folder.js';

function describe({ id, client, user, scopes, lastUsed }: OAuthGrant): string {
  const used = lastUsed === null ? 'never used' : `last used ${lastUsed}`;
  return `${id}  ${scopes.join(',')}  ${used}  ${client.name}, authorized by ${user?.name ?? 'a deleted user'}`;
}

const grants = action({
  options: FOLDER_OPTIONS,
  run: ({ values }) =>
    withSite(values, async (site) =>
      printEach(values, site.oauth.listGrants().grants, { line: describe, none: 'No app has access.' }),
    ),
});

const revoke = action({
  options: { ...FOLDER_OPTIONS, all: flag('revoke every grant') },
  words: true,
  async run({ values, words: [id, ...rest] }) {
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
  },
});

const gc = action({
  options: FOLDER_OPTIONS,
  run: ({ values }) =>
    withSite(values, async (site) => {
      const { grants, tokens, clients } = await site.oauth.prune();
      if (values.json) emit({ event: 'pruned', grants, tokens, clients });
      else note(`Removed: ${grants} grants, ${tokens} tokens, ${clients} clients`);
    }),
});

export const command = commandOf(
  'oauth',
  {
    usage: ['grants --data DIR', 'revoke ID --data DIR', 'revoke --all --data DIR', 'gc --data DIR'],
    about: `grants lists connected apps and the users who authorized them; revoke ends the access of one or all of
them, also on a running server. gc removes expired data, which a running server also does once a day.`,
  },
  { grants, revoke, gc },
);
