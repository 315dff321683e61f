/** `plinth mirror`: a folder as files for sites (spec/mirror.md). */
import { PlinthError } from '../errors.js';
import { openLog } from '../http/log.js';
import { writeApiCopy } from '../publishing/api-copy.js';
import { recipeOf } from '../publishing/api-copy-collection.js';
import { assetUrl } from '../publishing/asset-url.js';
import { mirror as mirrorFolder } from '../publishing/mirror.js';
import { MIRROR_FORMATS, type MirrorFormat } from '../publishing/mirror-file.js';
import { MirrorMemory } from '../publishing/mirror-memory.js';
import { Conversions } from '../rich-text/conversions.js';
import { type RunningServer, startServer } from '../start.js';
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
  as: { type: 'string' },
  collections: { type: 'string' },
  'assets-url': { type: 'string' },
  base: { type: 'string' },
  recipe: { type: 'string', multiple: true },
  drafts: { type: 'boolean' },
  force: { type: 'boolean' },
  watch: { type: 'boolean' },
} as const;

/** Changes that come together are written together, in ms. */
const TOGETHER = 100;

/** The longest interval of a timer, in ms. */
const LONG = 2 ** 31 - 1;

/** Files between two reports of progress. */
const REPORT_EVERY = 100;

export const mirror: Command = {
  help: `Usage: plinth mirror --data FOLDER --out DIR --as markdown|mdx|json|api
                     [--collections A,B] [--drafts] [--watch]
                     [--assets-url URL] [--force]    (markdown, mdx, json)
                     [--base URL] [--recipe QUERY]…  (api)

Writes each object as DIR/COLLECTION/ID.md with YAML front matter, and its images
and files beside. Rich text becomes Markdown; what Markdown cannot express stays
HTML. With --as api it writes what the API answers: objects, lists, indexes and
schemas with the files they name, for any static host.

Changes go one way, from the folder to DIR. Run again, it writes only what has
changed and deletes what it wrote before. Files of others are neither replaced
nor deleted. Files that were changed since are an error that names them.

${FOLDER_HELP}
  --out DIR          for example src/content of a site; created
  --as FORMAT        markdown, mdx, json, or api
  --collections A,B  these collections; default: all content that is readable
                     without being a member of a group
  --drafts           also objects that are not published
  --watch            go on, and write each change as it is made
  --assets-url URL   where images and files are: ./NAME for the folder NAME in DIR
                     with relative addresses (default: ./files), or a path or URL,
                     whose last segment is the folder in DIR
  --force            also write files that were changed since
  --base URL         the URL of the copy, for the addresses of files in answers;
                     by default answers keep the addresses of Plinth, and
                     addresses.json leads to the files
  --recipe QUERY     also this size and format of every image, for example
                     "w=400&format=webp"; repeatable`,
  async run(args) {
    const { values } = parse({ args, options: OPTIONS });
    const out = required(values.out, '--out');
    const as = formatOf(required(values.as, '--as'));
    const { api, files } = optionsOf(as, values);
    const data = await existingFolder(values);
    const conversions = new Conversions();
    const folder = await OutputFolder.open(out, { apart: data });
    try {
      const places = placesOf(values);
      // Before the folder is read, so that no change is missed: a second server has no cursors that last.
      const cursor = api && (await runningCursor({ state: places.state, folder: data }));
      const server = await startServer({
        folder: data,
        ...places,
        port: 0,
        listens: false,
        lock: false,
        log: openLog(),
      });
      try {
        const source = sourceOf(server, values.drafts ?? false);
        const collections = words(values.collections);
        const memory = values.watch ? new MirrorMemory() : undefined;
        const write = () =>
          api
            ? writeApiCopy({
                ...{ source, folder, collections, cursor, ...api },
                generator: `plinth ${packageVersion()}`,
                progress: progressOf(values.json ?? false),
              })
            : mirrorFolder({
                ...{ source, folder, collections, memory, ...files },
                toMarkdown: (html, format) => conversions.forSite(html, format),
              });
        const run = async () => {
          const { problems, ...counts } = await write();
          if (values.json) emit({ event: 'mirrored', ...counts, problems });
          else print(lineOf(out, counts));
          if (!values.json) for (const line of Object.values(problems).flat()) note(`Omitted: ${line}`);
        };
        if (!memory) await run();
        else await watch(server, memory, run, values.json ?? false);
        return EXIT.ok;
      } finally {
        await server.close();
      }
    } finally {
      conversions.close();
      await folder.close();
    }
  },
};

const FORMATS = [...MIRROR_FORMATS, 'api'] as const;

function formatOf(text: string): MirrorFormat | 'api' {
  const format = FORMATS.find((name) => name === text);
  if (!format) throw new UsageError(`--as takes ${FORMATS.join(', ')}, not "${text}"`);
  return format;
}

interface Values {
  'assets-url'?: string | undefined;
  base?: string | undefined;
  recipe?: string[] | undefined;
  force?: boolean | undefined;
}

/** The options of the format. Throws `UsageError` for those of others. */
function optionsOf(as: MirrorFormat | 'api', { base, recipe, force, 'assets-url': url }: Values) {
  if (as !== 'api') {
    if (base !== undefined || recipe) throw new UsageError('--base and --recipe are for --as api only');
    return { files: { as, url: assetUrl(url ?? './files'), force: force ?? false } };
  }
  if (url !== undefined || force) throw new UsageError('--assets-url and --force are not for --as api');
  if (base !== undefined && !/^https?:\/\/[^\s"'<>\\]+$/.test(base))
    throw new UsageError('--base takes a URL');
  const recipes = [...new Set((recipe ?? []).map(recipeOf))].sort();
  return { api: { base: base?.replace(/(?<!\/)\/+$/, ''), recipes } };
}

function progressOf(json: boolean) {
  return (what: string, done: number, total: number) => {
    if (done !== total && done % REPORT_EVERY !== 0) return;
    if (json) emit({ event: 'progress', what, done, total });
    else note(`${what}: ${done} of ${total}`);
  };
}

function lineOf(
  out: string,
  counts: { objects: number; collections?: number; written: number; unchanged: number; removed: number },
): string {
  const of = counts.collections === undefined ? '' : ` of ${counts.collections} collections`;
  const { objects, written, unchanged, removed } = counts;
  return `${out}: ${objects} objects${of}; ${written} files written, ${unchanged} unchanged, ${removed} removed`;
}

/** Runs now and after each change, until a signal. Errors are reported, and the next change is a new attempt. */
async function watch(
  server: RunningServer,
  memory: MirrorMemory,
  run: () => Promise<void>,
  json: boolean,
): Promise<void> {
  let isDue = true;
  let wake = () => {};
  let timer: NodeJS.Timeout | undefined;
  const stop = new AbortController();
  // Watchers of files alone do not keep a process running.
  const alive = setInterval(() => {}, LONG);
  const off = server.site.events.on((event) => {
    memory.note(event);
    isDue = true;
    timer ??= setTimeout(() => {
      timer = undefined;
      wake();
    }, TOGETHER);
  });
  const end = () => {
    stop.abort();
    wake();
  };
  process.once('SIGINT', end).once('SIGTERM', end);
  try {
    while (!stop.signal.aborted) {
      if (isDue) {
        isDue = false;
        await run().catch((error: unknown) => report(error, json));
      }
      if (!isDue && !stop.signal.aborted) await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    clearTimeout(timer);
    clearInterval(alive);
    off();
    process.off('SIGINT', end).off('SIGTERM', end);
  }
}

/** Reports an error of one run. Throws what is no error of a run. */
function report(error: unknown, json: boolean): void {
  if (!(error instanceof PlinthError)) throw error;
  const { message, details } = error;
  if (json) {
    emit({ event: 'failed', message, ...(details && { details }) });
    return;
  }
  note(`plinth: ${message}`);
  for (const [place, problems] of Object.entries(details ?? {})) {
    for (const problem of problems) note(`  ${place}: ${problem}`);
  }
}
