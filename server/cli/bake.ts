/** `plinth bake`: a static copy of the API's answers (spec/bake.md). */
import { openLog } from '../http/log.js';
import { bake as bakeFolder } from '../publishing/bake.js';
import { recipeOf } from '../publishing/bake-collection.js';
import { startServer } from '../start.js';
import { OutputFolder } from '../store/host/output-folder.js';
import { packageVersion } from '../store/host/resources.js';
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
  words,
} from './command.js';
import { existingFolder, placesOf } from './folder.js';
import { runningCursor } from './running-server.js';
import { sourceOf } from './site-assets.js';

const OPTIONS = {
  ...FOLDER_OPTIONS,
  out: { type: 'string' },
  collections: { type: 'string' },
  base: { type: 'string' },
  recipe: { type: 'string', multiple: true },
  drafts: { type: 'boolean' },
} as const;

/** Files between two reports of progress. */
const REPORT_EVERY = 100;

export const bake: Command = {
  help: `Usage: plinth bake --data FOLDER --out DIR [--collections A,B] [--base URL]
                   [--recipe QUERY]… [--drafts]

Writes what the API answers as files, with the images and files that the answers
name: objects, lists, indexes and schemas. Any static host can serve them while
Plinth is not running. Only what is published is written.

Run again, it writes only what has changed and deletes what it wrote before and
is no longer needed. Ended halfway, the former copy is still readable.

${FOLDER_HELP}
  --out DIR          an empty folder, or one that this command wrote; created
  --collections A,B  these collections; default: all content that is readable
                     without being a member of a group
  --base URL         the URL of the copy, for the addresses of files in answers;
                     by default answers keep the addresses of Plinth, and
                     addresses.json leads to the files
  --recipe QUERY     also this size and format of every image, for example
                     "w=400&format=webp"; repeatable
  --drafts           also objects that are not published`,
  async run(args) {
    const { values } = parse({ args, options: OPTIONS });
    const out = required(values.out, '--out');
    const { base } = values;
    if (base !== undefined && !/^https?:\/\/[^\s"'<>\\]+$/.test(base))
      throw new UsageError('--base takes a URL');
    const recipes = [...new Set((values.recipe ?? []).map(recipeOf))].sort();
    const data = await existingFolder(values);
    const folder = await OutputFolder.open(out, { apart: data });
    try {
      const places = placesOf(values);
      // Before the folder is read, so that no change is missed: a second server has no cursors that last.
      const cursor = await runningCursor({ state: places.state, folder: data });
      const server = await startServer({
        folder: data,
        ...places,
        port: 0,
        listens: false,
        lock: false,
        log: openLog(),
      });
      try {
        const report = await bakeFolder({
          source: sourceOf(server, values.drafts ?? false),
          folder,
          generator: `plinth ${packageVersion()}`,
          collections: words(values.collections),
          base: base?.replace(/(?<!\/)\/+$/, ''),
          recipes,
          cursor,
          progress: progressOf(values.json ?? false),
        });
        tell(out, report, values.json ?? false);
        return EXIT.ok;
      } finally {
        await server.close();
      }
    } finally {
      await folder.close();
    }
  },
};

function progressOf(json: boolean) {
  return (what: string, done: number, total: number) => {
    if (done !== total && done % REPORT_EVERY !== 0) return;
    if (json) emit({ event: 'progress', what, done, total });
    else note(`${what}: ${done} of ${total}`);
  };
}

function tell(out: string, report: Awaited<ReturnType<typeof bakeFolder>>, json: boolean): void {
  const { problems, ...counts } = report;
  if (json) {
    emit({ event: 'baked', ...counts, problems });
    return;
  }
  const { objects, collections, written, unchanged, removed } = counts;
  print(
    `${out}: ${objects} objects of ${collections} collections; ${written} files written, ${unchanged} unchanged, ${removed} removed`,
  );
  for (const line of Object.values(problems).flat()) note(`Omitted: ${line}`);
}
