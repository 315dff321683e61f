/** `plinth site`: the sites that this machine builds from a folder (spec/sites.md). */
import { resolve } from 'node:path';
import { DEPLOY_TOOLS, deployCommand, type KnownSite, type SiteSettings } from '../contract/sites.js';
import {
  action,
  commandOf,
  emit,
  FOLDER_OPTIONS,
  flag,
  note,
  onlyWord,
  print,
  printEach,
  takes,
  UsageError,
} from './command.js';
import { withSite } from './folder.js';

const TOOLS = DEPLOY_TOOLS.map(({ id }) => id).join(', ');

const SETTINGS = {
  name: takes('NAME', "what it is called; default: the directory's name"),
  develop: takes('COMMAND', 'starts the development server, e.g. "npm run dev"'),
  build: takes('COMMAND', 'builds the pages, e.g. "npm run build"'),
  output: takes('DIR', 'where the built pages are, below the directory, e.g. dist'),
  deploy: takes('COMMAND', 'uploads the built pages'),
  tool: takes('TOOL', `uploads with the command line of a tool, which is printed to be edited: ${TOOLS}`),
  address: takes('URL', 'the address of the site, e.g. https://example.org'),
  assets: flag('write the images and files that the pages show beside them, as plinth exec --assets does'),
  'no-assets': flag('do not, since the build does it'),
  automations: flag('automations may publish it'),
  'no-automations': flag('they may not, the default'),
};

type Given = Partial<Record<keyof typeof SETTINGS, string | boolean | undefined>>;

/** One of two options that say the opposite. */
function either(values: Given, name: 'assets' | 'automations'): { [key in typeof name]?: boolean } {
  const [yes, no] = [values[name], values[`no-${name}`]];
  if (yes && no) throw new UsageError(`Use --${name} or --no-${name}`);
  return yes || no ? { [name]: yes === true } : {};
}

/** What was given; `output`: of the site before. */
function settingsIn(values: Given): (output: string) => Partial<SiteSettings> {
  const texts = (['name', 'develop', 'build', 'output', 'deploy', 'address'] as const).flatMap((name) =>
    typeof values[name] === 'string' ? [[name, values[name]] as const] : [],
  );
  const tool = DEPLOY_TOOLS.find(({ id }) => id === values.tool);
  if (values.tool !== undefined && !tool)
    throw new UsageError(`--tool takes one of ${TOOLS}, not "${values.tool}"`);
  if (tool && values.deploy !== undefined) throw new UsageError('Use --tool or --deploy');
  const given: Partial<SiteSettings> = {
    ...Object.fromEntries(texts),
    ...either(values, 'assets'),
    ...either(values, 'automations'),
  };
  return (output) => (tool ? { ...given, deploy: deployCommand(tool, given.output ?? output) } : given);
}

function tell(site: KnownSite, json: boolean | undefined): void {
  if (json) emit({ event: 'site', ...site });
  else print(`${site.id}\n${linesOf(site)}`);
}

const linesOf = ({ directory, develop, build, output, deploy, address }: KnownSite): string =>
  Object.entries({ directory, develop, build, output, deploy, address })
    .filter(([, text]) => text !== '')
    .map(([name, text]) => `  ${name.padEnd(10)}${text}`)
    .join('\n');

const add = action({
  options: { ...FOLDER_OPTIONS, ...SETTINGS },
  words: true,
  async run({ values, words }) {
    const directory = resolve(onlyWord(words, 'Pass the directory of the project of one site'));
    const given = settingsIn(values);
    await withSite(values, async (site) => {
      const [found] = await site.sites.find(directory);
      const added = await site.sites.add({ ...given(found?.output ?? ''), directory });
      site.security({ security: 'site.saved', site: added.id, directory: added.directory });
      tell(added, values.json);
      if (values.json) return;
      for (const { message } of found?.notes ?? []) note(message);
      if (!found) note('No site generator was recognised: pass --build, --output and --deploy.');
    });
  },
});

const change = action({
  options: add.options as typeof FOLDER_OPTIONS & typeof SETTINGS,
  words: true,
  async run({ values, words }) {
    const id = onlyWord(words, 'Pass the id of one site');
    const given = settingsIn(values);
    await withSite(values, async (site) => {
      const changed = await site.sites.change(id, given(site.sites.get(id).output));
      site.security({ security: 'site.saved', site: id, directory: changed.directory });
      tell(changed, values.json);
    });
  },
});

const list = action({
  options: FOLDER_OPTIONS,
  run: ({ values }) =>
    withSite(values, async (site) =>
      printEach(values, site.sites.list(), {
        line: (one) => `${one.id}\n${linesOf(one)}`,
        none: 'There are no sites; add one with "plinth site add DIR".',
      }),
    ),
});

const remove = action({
  options: FOLDER_OPTIONS,
  words: true,
  async run({ values, words }) {
    const id = onlyWord(words, 'Pass the id of one site');
    await withSite(values, async (site) => {
      await site.sites.remove(id);
      site.security({ security: 'site.removed', site: id });
    });
    if (values.json) emit({ event: 'removed', id });
    else note(`Removed ${id}; its files are as they were`);
  },
});

export const command = commandOf(
  'site',
  {
    usage: [
      'add DIR --data FOLDER [OPTION…]',
      'change ID --data FOLDER [OPTION…]',
      'list --data FOLDER',
      'remove ID --data FOLDER',
    ],
    about: `A site is a directory with the project of a site generator, and the commands that show, build and upload it.
add finds them out from the project. They are kept on this machine, not in the folder, and run by a shell in the
directory as you typed them. "plinth publish" runs them.`,
  },
  { add, change, list, remove },
);
