/** `plinth trust`: shows what waits in a folder and accepts it (decisions 15, 122). */
import { createInterface } from 'node:readline/promises';
import { AUTOMATIONS, type Trigger } from '../contract/automations.js';
import type { TrustOverview } from '../contract/trust.js';
import { type Command, EXIT, emit, FOLDER_HELP, FOLDER_OPTIONS, note, parse, print } from './command.js';
import { withSite } from './folder.js';

export const trust: Command = {
  help: `Usage: plinth trust --data DIR [--list]

Shows what in the folder opens it or would run and was not made on this machine,
or has changed outside Plinth since, then asks whether to accept it. With --json
it does not ask.

${FOLDER_HELP}
  --list        only shows; exit 1 while something waits`,
  async run(args) {
    const { values } = parse({ args, options: { ...FOLDER_OPTIONS, list: { type: 'boolean' } } });
    return withSite(values, async (site) => {
      const { root } = site.store;
      const overview = await site.review.overview();
      if (values.json && values.list) emit({ event: 'trust', dataDir: root, ...overview });
      if (!values.json) describe(root, overview);
      if (values.list) return overview.waiting === 0 ? EXIT.ok : EXIT.failed;
      if (!values.json && !(await confirmed())) {
        note('The folder is not trusted; nothing was accepted.');
        return EXIT.failed;
      }
      // What was shown, and nothing that has come since.
      await site.review.accept(waitingIn(overview));
      if (values.json) emit({ event: 'trusted', dataDir: root });
      else print(`${root} is trusted on this machine.`);
      return EXIT.ok;
    });
  },
};

const waits = ({ approval }: { approval: string }): boolean => approval !== 'approved';

function waitingIn(overview: TrustOverview): Record<string, string> {
  const { keys, users, programs, settings, collections, handlers } = overview;
  const all = [...keys, ...users, ...programs, ...settings, ...collections, ...handlers];
  return Object.fromEntries(all.filter(waits).map(({ record, digest }) => [record, digest]));
}

function describe(root: string, overview: TrustOverview): void {
  if (overview.waiting === 0) {
    print(`${root}: nothing waits.`);
    return;
  }
  print(`${root}: this waits until you accept it.`);
  describeList(
    'API keys; whoever holds one of them could use it:',
    overview.keys,
    ({ name, methods, paths }) => `${name}: ${methods.join(', ')} on ${paths.join(', ')}`,
  );
  describeList(
    'Users, who could sign in with their passwords:',
    overview.users,
    ({ name, role }) => `${name}: ${role}`,
  );
  describeList(
    'Programs, which could ask people for access:',
    overview.programs,
    ({ name, redirectUris }) => `${name}: back to ${redirectUris.join(', ')}`,
  );
  describeList(
    'Settings that open more than their defaults:',
    overview.settings,
    ({ name, value }) => `${name}: ${JSON.stringify(value)}`,
  );
  describeList(
    'Collections everybody could write into:',
    overview.collections,
    ({ id, operations }) => `${id}: ${operations.join(', ')}`,
  );
  describeList(
    `Automations that would run; read their handlers in ${AUTOMATIONS}/{id}/handler.mjs first:`,
    overview.handlers,
    ({ id, enabled, triggers, scopes }) => {
      const when = triggers.map(describeTrigger).join(', ') || 'by hand only';
      const may = `${scopes.methods.join(', ')} on ${scopes.paths.join(', ')}`;
      return `${id}: ${enabled ? '' : 'switched off; '}${when}; ${may}`;
    },
  );
}

/** The records of one kind that wait, each on a line. Names come from the folder: signs that steer a terminal go. */
function describeList<T extends { approval: string }>(
  title: string,
  records: readonly T[],
  line: (record: T) => string,
): void {
  const waiting = records.filter(waits);
  if (waiting.length === 0) return;
  print(title);
  for (const record of waiting) {
    const changed = record.approval === 'changed' ? ' (changed since it was accepted)' : '';
    print(`  ${line(record).replace(/[\p{Cc}\p{Cf}]/gu, '?')}${changed}`);
  }
}

/** When a trigger starts its automation, in a few words. */
function describeTrigger(trigger: Trigger): string {
  switch (trigger.type) {
    case 'webhook':
      return `on a web request (${trigger.auth})`;
    case 'schedule':
      return `at set times (${trigger.cron})`;
    case 'event':
      return `on ${trigger.event}${trigger.collection === '' ? '' : ` in ${trigger.collection}`}`;
  }
}

/** Only a typed yes counts; without a terminal nothing can be asked. */
async function confirmed(): Promise<boolean> {
  if (!process.stdin.isTTY) {
    note('There is no terminal to ask; use --json to accept it without a question.');
    return false;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question('Accept all of this? [y/N] ');
    return /^y(?:es)?$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
}
