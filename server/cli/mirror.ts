/** `plinth mirror`: a folder as files in one of several formats (spec/mirror.md). */

import { assetUrl } from '../publishing/asset-url.js';
import { recipeOf } from '../publishing/copied-objects.js';
import { mirror as mirrorFolder } from '../publishing/mirror.js';
import { MIRROR_FORMATS, type MirrorFormat } from '../publishing/mirror-file.js';
import { Conversions } from '../rich-text/conversions.js';
import { OutputFolder } from '../store/host/output-folder.js';
import { packageVersion } from '../store/host/resources.js';
import {
  action,
  commandOf,
  emit,
  FOLDER_OPTIONS,
  flag,
  note,
  print,
  required,
  takes,
  UsageError,
  wordsOf,
} from './command.js';
import { existingFolder, placesOf } from './folder.js';
import { mirrorChanges, type Run } from './mirror-changes.js';
import { openReading } from './mirror-reading.js';
import { commandIn, runCommand } from './run-command.js';

export const command = commandOf(
  'mirror',
  {
    usage: [
      '--data FOLDER --out DIR --as api|json|markdown|mdx [--collections A,B] [--assets-url URL] [--recipe QUERY]… [--drafts] [--perspective SETS] [--force] [--watch] [-- COMMAND [ARGUMENT…]]',
    ],
    about: `Writes each object as a file, and its images and files beside. Changes go one way, from the folder to DIR.
Only what is published is written.

  api            what the API answers: objects, lists, indexes and schemas, for
                 "plinth/client" (PLINTH_URL=file:///DIR) and for static hosts
  json           DIR/COLLECTION/ID.json
  markdown, mdx  DIR/COLLECTION/ID.md with YAML front matter; what Markdown
                 cannot express stays HTML

Run again, it writes only what has changed and deletes what it wrote before. Files of others are neither replaced nor
deleted. Files that were changed since are an error that names them.

With COMMAND, the command is run when the copy is written; with --watch while changes are written, until it ends. The
exit code is that of the command.

As a part of a development server that Plinth has started, without --perspective, it writes what is chosen for the
preview, with the unsaved changes of your open forms. Write it to a folder of its own, which you do not publish.`,
  },
  action({
    options: {
      ...FOLDER_OPTIONS,
      out: takes('DIR', 'for example src/content of a site; created'),
      as: takes('FORMAT', 'api, json, markdown, or mdx'),
      collections: takes(
        'A,B',
        'these collections; default: all content that is readable without being a member of a group',
      ),
      'assets-url': takes(
        'URL',
        'where images and files are: ./NAME for the folder NAME in DIR with relative addresses (default: ./files), or a path or URL, whose last segment is the folder in DIR. By default answers of "api" keep the addresses of Plinth, and addresses.json leads to the files',
      ),
      recipe: {
        ...takes(
          'QUERY',
          'also this size and format of every image, for example "w=480&format=webp"; repeatable',
        ),
        multiple: true,
      },
      drafts: flag('also objects that are not published'),
      perspective: takes(
        'SETS',
        'write the folder with change sets in it, e.g. draft or draft,autumn-issue; with unsaved as the last of them also the unsaved changes of your open forms, while Plinth has the folder open',
      ),
      force: flag('also write files that were changed since'),
      watch: flag('go on, and write each change as it is made'),
    },
    words: true,
    async run({ values, words, behind }) {
      const command = commandIn(words, behind);
      const out = required(values.out, '--out');
      const as = formatOf(required(values.as, '--as'));
      const given = values['assets-url'] ?? (as === 'api' ? undefined : './files');
      const url = given === undefined ? undefined : assetUrl(given);
      if (as === 'api' && url?.isRelative)
        throw new UsageError('--assets-url takes a path or URL with --as api');
      const recipes = [...new Set((values.recipe ?? []).map(recipeOf))].sort();
      const data = await existingFolder(values);
      const { drafts = false, force = false, json = false, perspective } = values;
      const open = () =>
        openReading({ folder: data, places: placesOf(values), drafts, perspective, hasCursor: as === 'api' });
      const conversions = new Conversions();
      const folder = await OutputFolder.open(out, { apart: data });
      const run: Run = async ({ source, cursor }, memory) => {
        const { problems, ...counts } = await mirrorFolder({
          ...{ source, folder, as, url, recipes, force, memory, cursor },
          collections: wordsOf(values.collections),
          generator: `plinth ${packageVersion()}`,
          progress: progressOf(json),
          toMarkdown: (html, format) => conversions.forSite(html, format),
        });
        if (json) emit({ event: 'mirrored', ...counts, problems });
        else print(lineOf(out, counts));
        if (!json) for (const line of Object.values(problems).flat()) note(`Omitted: ${line}`);
      };
      try {
        if (values.watch) return await mirrorChanges({ open, run, command, json });
        const reading = await open();
        try {
          await run(reading);
        } finally {
          await reading.close();
        }
      } finally {
        conversions.close();
        await folder.close();
      }
      return command && runCommand(command);
    },
  }),
);

function formatOf(text: string): MirrorFormat {
  const format = MIRROR_FORMATS.find((name) => name === text);
  if (!format) throw new UsageError(`--as takes ${MIRROR_FORMATS.join(', ')}, not "${text}"`);
  return format;
}

function progressOf(json: boolean) {
  return (what: string, done: number, total: number) => {
    if (done === total) return;
    if (json) emit({ event: 'progress', what, done, total });
    else note(`${what}: ${done} of ${total}`);
  };
}

const lineOf = (
  out: string,
  counts: { collections: number; objects: number; written: number; unchanged: number; removed: number },
): string =>
  `${out}: ${counts.objects} objects of ${counts.collections} collections; ${counts.written} files written, ${counts.unchanged} unchanged, ${counts.removed} removed`;
