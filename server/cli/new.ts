/** `plinth new`: content and a site project in a new folder. */
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';
import { message } from '../contract/messages/message.js';
import { conflict } from '../errors.js';
import { openLog, siteLog } from '../http/log.js';
import { commandOrigin } from '../origins.js';
import { openSite } from '../site.js';
import { makeFolder, removeFolder } from '../store/host/files-outside.js';
import { makeNewFolder } from '../store/host/new-folder.js';
import { packagePath } from '../store/host/resources.js';
import { importStarter } from '../templates/import-starter.js';
import { starterIds } from '../templates/starters.js';
import { action, commandOf, emit, flag, onlyWord, print, takes, UsageError } from './command.js';
import { editorFiles, writeEditorFiles } from './editor-files.js';
import { commandLog } from './folder.js';
import { writeProject } from './new-project.js';

const BLANK = 'blank';

export const command = commandOf(
  'new',
  {
    usage: ['DIR [--template NAME] [--content-only]'],
    about: `Makes a new folder with content and a site:

  DIR/content   the data folder, to be opened with Plinth
  DIR/site      the project of the site, which is built from it
  DIR/.github   a workflow that builds the site where Plinth is not open
  DIR/.vscode   settings with which a text editor completes the content

DIR must be new or empty. It is there once everything in it is. Nothing is downloaded; "npm install" in DIR/site does
that.`,
  },
  action({
    options: {
      template: takes(
        'NAME',
        'magazine and portfolio (Astro), documentation (Eleventy), or blank: an empty data folder without a site; default: blank',
      ),
      'content-only': flag('make DIR the data folder, without a site'),
      json: flag('print one machine-readable line'),
    },
    words: true,
    async run({ values, words }) {
      const name = onlyWord(words, 'Pass exactly one folder to make');
      const template = values.template ?? BLANK;
      const known = [...starterIds(), BLANK];
      if (!known.includes(template)) {
        throw new UsageError(`There is no template "${template}"; choose one of ${known.join(', ')}`);
      }
      const withSite = template !== BLANK && values['content-only'] !== true;
      const target = await make(name, template, withSite);
      const content = withSite ? join(target, 'content') : target;
      if (values.json) emit({ event: 'made', folder: target, content, template });
      else tell(target, content, withSite);
    },
  }),
);

async function make(path: string, template: string, withSite: boolean): Promise<string> {
  if (withSite && packagePath().includes('.asar')) {
    throw conflict(message('newNeedsPackage'));
  }
  return makeNewFolder(path, 'new', async ({ target, temp, place }) => {
    const whole = join(temp, 'whole');
    const content = withSite ? join(whole, 'content') : whole;
    await makeFolder(content);
    if (template !== BLANK) await writeContent(content, template, withSite ? whole : undefined);
    if (withSite) await writeProject(whole, { template, name: basename(target) });
    await place(whole);
    return target;
  });
}

/**
 * Imports a starter into a folder that is going to be renamed: what Plinth keeps of it on this machine is temporary.
 * `workspace`: the folder that is opened in a text editor, which gets settings for it.
 */
async function writeContent(folder: string, template: string, workspace?: string): Promise<void> {
  const machine = join(tmpdir(), `plinth-new-${randomUUID()}`);
  const places = { cache: join(machine, 'cache'), state: join(machine, 'state') };
  const security = commandLog(folder, places.cache, () => 'warn');
  try {
    const site = await openSite({ folder, ...places, log: siteLog(openLog()), security });
    try {
      const change = commandOrigin('new', site.now());
      const { success, errors } = await importStarter({ ...site, change }, template);
      if (!success)
        throw conflict(message('starterNotImported', { id: template, problems: errors.join('; ') }));
      if (workspace !== undefined) await writeEditorFiles(await editorFiles(site, folder, workspace));
    } finally {
      await site.close();
    }
  } finally {
    await removeFolder(machine);
  }
}

/** A path as a shell takes it, relative where that is shorter. */
function shellPath(path: string): string {
  const near = relative(resolve('.'), path) || '.';
  const shown = near.length < path.length ? near : path;
  return /^[\w./~-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", `'\\''`)}'`;
}

function tell(target: string, content: string, withSite: boolean): void {
  print(`Made ${target}`);
  if (!withSite) {
    print('Edit the content:');
    print(
      `  node ${shellPath(packagePath('dist', 'server', 'cli', 'plinth.js'))} serve --data ${shellPath(content)}`,
    );
    return;
  }
  print('Show the site:');
  print(`  cd ${shellPath(join(target, 'site'))} && npm install && npm run dev`);
  print('Edit the content, in another terminal:');
  print(`  cd ${shellPath(join(target, 'site'))} && npm run content`);
}
