/** `plinth trust`: a yes to what came with a folder (decision 15). */
import { createInterface } from 'node:readline/promises';
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
      if (!values.json) {
        describe(site);
        if (!(await confirmed())) {
          note('The folder is not trusted.');
          return EXIT.failed;
        }
      }
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
