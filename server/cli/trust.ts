/** `plinth trust`: a yes to what came with a folder (decision 15). */
import { createInterface } from 'node:readline/promises';
import { AUTOMATIONS, type Trigger, type TrustOverview } from '../contract/automations.js';
import type { Site } from '../site.js';
import { type Command, EXIT, emit, FOLDER_HELP, FOLDER_OPTIONS, note, parse, print } from './command.js';
import { withSite } from './folder.js';

export const trust: Command = {
  help: `Usage: plinth trust --data DIR

Shows what came with the folder and would work once it is trusted, then asks.
With --json it does not ask.

${FOLDER_HELP}`,
  async run(args) {
    const { values } = parse({ args, options: FOLDER_OPTIONS });
    return withSite(values, async (site) => {
      const { root } = site.store;
      const handlers = await site.automations.approvals.overview();
      if (!values.json) {
        describe(site);
        describeHandlers(handlers);
        if (!(await confirmed())) {
          note('The folder is not trusted.');
          return EXIT.failed;
        }
      }
      // What was shown, and nothing that has come since.
      await site.automations.approvals.approve(
        Object.fromEntries(handlers.map(({ id, hash }) => [id, hash])),
      );
      await site.trust.trust();
      if (values.json) emit({ event: 'trusted', dataDir: root });
      else print(`${root} is trusted on this machine.`);
      return EXIT.ok;
    });
  },
};

function describe(site: Site): void {
  const records = site.status().edition === 'pro' ? site.keys.list() : [];
  print(`${site.store.root} holds ${records.length === 1 ? 'one API key' : `${records.length} API keys`}.`);
  for (const { name, scopes } of records) {
    print(`  ${name}: ${scopes.methods.join(', ')} on ${scopes.paths.join(', ')}`);
  }
  if (records.length > 0) print('Whoever holds one of them can use it once the folder is trusted.');
  const users = site.status().edition === 'pro' ? site.users.list() : [];
  if (users.length > 0) print('These users could sign in with their passwords:');
  for (const { name, role } of users) print(`  ${name}: ${role}`);
  const programs = site.status().edition === 'pro' ? site.oauth.clients.all() : [];
  if (programs.length > 0) print('These programs could ask people for access:');
  for (const { name, redirectUris } of programs) print(`  ${name}: back to ${redirectUris.join(', ')}`);
}

/** When a trigger starts its automation, in a few words. */
function sayTrigger(trigger: Trigger): string {
  switch (trigger.type) {
    case 'webhook':
      return `on a web request (${trigger.auth})`;
    case 'schedule':
      return `at set times (${trigger.cron})`;
    case 'event':
      return `on ${trigger.event}${trigger.collection === '' ? '' : ` in ${trigger.collection}`}`;
  }
}

function describeHandlers(handlers: TrustOverview['handlers']): void {
  const news = handlers.filter(({ approval }) => approval !== 'approved');
  if (news.length === 0) return;
  print(
    `These automations would be allowed to run; read their handlers in ${AUTOMATIONS}/{id}/handler.mjs first.`,
  );
  for (const { id, enabled, approval, triggers } of news) {
    const when = triggers.map(sayTrigger).join(', ') || 'by hand only';
    const changed = approval === 'changed' ? ', changed since it was approved' : '';
    print(`  ${id}: ${enabled ? when : `switched off; ${when}`}${changed}`);
  }
}

/** Only a typed yes counts; without a terminal there is nobody to ask. */
async function confirmed(): Promise<boolean> {
  if (!process.stdin.isTTY) {
    note('There is no terminal to ask; use --json to trust without a question.');
    return false;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question('Trust this folder? [y/N] ');
    return /^y(?:es)?$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
}
