/** `plinth trust`: lists what needs approval in a folder and approves it (decision 122). */
import { createInterface } from 'node:readline/promises';
import { AUTOMATIONS, type Trigger } from '../contract/automations.js';
import type { TrustOverview } from '../contract/trust.js';
import { standardInput } from '../store/host/standard-input.js';
import { action, commandOf, EXIT, emit, FOLDER_OPTIONS, flag, note, print } from './command.js';
import { withSite } from './folder.js';

export const command = commandOf(
  'trust',
  {
    usage: ['--data DIR [--list]'],
    about: `Lists what in the folder grants access or runs code: what is approved on this machine, and what needs
approval because it came with the folder or was changed outside Plinth. Then asks whether to approve it. With --json it
prints the list as an event, with the code of every handler, and approves without asking.`,
  },
  action({
    options: { ...FOLDER_OPTIONS, list: flag('only list; exits with code 1 if something needs approval') },
    run: ({ values }) =>
      withSite(values, async (site) => {
        const { root } = site.store;
        const overview = await site.folderApproval.overview();
        if (values.json) emit({ event: 'trust', dataDir: root, ...overview });
        else describe(root, overview);
        if (values.list) return overview.pending === 0 ? EXIT.ok : EXIT.failed;
        if (overview.pending > 0 && !values.json && !(await confirmed())) {
          note('The folder is not trusted; nothing was approved.');
          return EXIT.failed;
        }
        // Only what was listed, not what was added since.
        const pending = pendingRecords(overview);
        await site.folderApproval.approve(pending);
        if (overview.pending > 0) {
          site.security({ security: 'trust.approved', records: Object.keys(pending) });
        }
        if (values.json) emit({ event: 'trusted', dataDir: root });
        else if (overview.pending > 0) print(`${root} is trusted on this machine.`);
        return EXIT.ok;
      }),
  }),
);

const isPending = ({ approval }: { approval: string }): boolean => approval !== 'approved';

function recordsIn({ keys, users, clients, settings, collections, automations }: TrustOverview) {
  return [...keys, ...users, ...clients, ...settings, ...collections, ...automations];
}

function pendingRecords(overview: TrustOverview): Record<string, string> {
  return Object.fromEntries(
    recordsIn(overview)
      .filter(isPending)
      .map(({ record, digest }) => [record, digest]),
  );
}

/** Approved records first, then those that need approval, followed by the question. */
function describe(root: string, overview: TrustOverview): void {
  if (recordsIn(overview).length > overview.pending) {
    print(`${root}: approved on this machine:`);
    describeRecords(overview, (record) => !isPending(record));
  }
  if (overview.pending === 0) {
    print(`${root}: nothing needs approval.`);
    return;
  }
  print(`${root}: needs your approval:`);
  describeRecords(overview, isPending);
}

const mayOf = ({
  methods,
  paths,
  suggests,
}: {
  methods: string[];
  paths: string[];
  suggests?: true;
}): string => `${suggests ? 'suggest with ' : ''}${methods.join(', ')} on ${paths.join(', ')}`;

type Filter = (record: { approval: string }) => boolean;

function describeRecords(overview: TrustOverview, filter: Filter): void {
  describeList(
    'API keys, which give access to anyone who has one of them:',
    overview.keys.filter(filter),
    ({ name, ...scopes }) => `${name}: ${mayOf(scopes)}`,
  );
  describeList(
    'Users, who can sign in with their passwords:',
    overview.users.filter(filter),
    ({ name, role }) => `${name}: ${role}`,
  );
  describeList(
    'OAuth clients, which can ask users for access:',
    overview.clients.filter(filter),
    ({ name, redirectUris }) => `${name}: redirects to ${redirectUris.join(', ')}`,
  );
  describeList(
    'Settings that allow more than their defaults:',
    overview.settings.filter(filter),
    ({ name, value }) => `${name}: ${JSON.stringify(value)}`,
  );
  describeList(
    'Collections that anyone can write to:',
    overview.collections.filter(filter),
    ({ id, operations }) => `${id}: ${operations.join(', ')}`,
  );
  describeList(
    `Automations, whose handlers are in ${AUTOMATIONS}/{id}/handler.mjs; read them before you approve them:`,
    overview.automations.filter(filter),
    ({ id, enabled, triggers, scopes }) => {
      const when = triggers.map(describeTrigger).join(', ') || 'manually only';
      const may = mayOf(scopes);
      return `${id}: ${enabled ? '' : 'disabled; '}${when}; ${may}`;
    },
  );
}

/** Records of one kind, each on a line. Names come from the folder: control characters are replaced. */
function describeList<T extends { approval: string }>(
  title: string,
  records: readonly T[],
  line: (record: T) => string,
): void {
  if (records.length === 0) return;
  print(title);
  for (const record of records) {
    const changed = record.approval === 'changed' ? ' (changed since it was approved)' : '';
    print(`  ${line(record).replace(/[\p{Cc}\p{Cf}]/gu, '?')}${changed}`);
  }
}

/** When a trigger starts its automation, in short. */
function describeTrigger(trigger: Trigger): string {
  switch (trigger.type) {
    case 'webhook':
      return `by webhook (${trigger.auth})`;
    case 'schedule':
      return `on schedule (${trigger.cron})`;
    case 'event':
      return `on ${trigger.event}${trigger.collection === '' ? '' : ` in ${trigger.collection}`}`;
  }
}

/** Only a typed yes approves; without a terminal there is no question. */
async function confirmed(): Promise<boolean> {
  const input = standardInput();
  if (!input.isTTY) {
    note('There is no terminal for the question; use --json to approve without one.');
    return false;
  }
  const terminal = createInterface({ input, output: process.stderr });
  try {
    const answer = await terminal.question('Approve all of this? [y/N] ');
    return /^y(?:es)?$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
}
