/** `plinth mirror`: a folder as Markdown files (spec/mirror.md). */
import { PlinthError } from '../errors.js';
import { openLog } from '../http/log.js';
import { assetUrl } from '../publishing/asset-url.js';
import { mirror as mirrorFolder } from '../publishing/mirror.js';
import { MIRROR_FORMATS, type MirrorFormat } from '../publishing/mirror-file.js';
import { MirrorMemory } from '../publishing/mirror-memory.js';
import { Conversions } from '../rich-text/conversions.js';
import { type RunningServer, startServer } from '../start.js';
import { OutputFolder } from '../store/host/output-folder.js';
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
import { sourceOf } from './site-assets.js';

const OPTIONS = {
  ...FOLDER_OPTIONS,
  out: { type: 'string' },
  as: { type: 'string' },
  collections: { type: 'string' },
  'assets-url': { type: 'string' },
  drafts: { type: 'boolean' },
  force: { type: 'boolean' },
  watch: { type: 'boolean' },
} as const;

/** Changes that come together are written together, in ms. */
const TOGETHER = 100;

/** The longest interval of a timer, in ms. */
const LONG = 2 ** 31 - 1;

export const mirror: Command = {
  help: `Usage: plinth mirror --data FOLDER --out DIR --as markdown|mdx|json
                     [--collections A,B] [--assets-url URL] [--drafts]
                     [--force] [--watch]

Writes each object as DIR/COLLECTION/ID.md with YAML front matter, and its images
and files beside. Rich text becomes Markdown; what Markdown cannot express stays
HTML. Changes go one way, from the folder to DIR.

Run again, it writes only what has changed and deletes what it wrote before.
Files of others are neither replaced nor deleted. Files that were changed since
are an error that names them.

${FOLDER_HELP}
  --out DIR          for example src/content of a site; created
  --as FORMAT        markdown, mdx, or json
  --collections A,B  these collections; default: all content that is readable
                     without being a member of a group
  --assets-url URL   where images and files are: ./NAME for the folder NAME in DIR
                     with relative addresses (default: ./files), or a path or URL,
                     whose last segment is the folder in DIR
  --drafts           also objects that are not published
  --force            also write files that were changed since
  --watch            go on, and write each change as it is made`,
  async run(args) {
    const { values } = parse({ args, options: OPTIONS });
    const out = required(values.out, '--out');
    const as = formatOf(required(values.as, '--as'));
    const url = assetUrl(values['assets-url'] ?? './files');
    const data = await existingFolder(values);
    const conversions = new Conversions();
    const folder = await OutputFolder.open(out, { apart: data });
    try {
      const places = placesOf(values);
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
        const memory = values.watch ? new MirrorMemory() : undefined;
        const run = async () => {
          const { problems, ...counts } = await mirrorFolder({
            source,
            folder,
            as,
            url,
            collections: words(values.collections),
            force: values.force ?? false,
            memory,
            toMarkdown: (html, format) => conversions.forSite(html, format),
          });
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

function formatOf(text: string): MirrorFormat {
  const format = MIRROR_FORMATS.find((name) => name === text);
  if (!format) throw new UsageError(`--as takes ${MIRROR_FORMATS.join(', ')}, not "${text}"`);
  return format;
}

const lineOf = (
  out: string,
  counts: { objects: number; written: number; unchanged: number; removed: number },
): string =>
  `${out}: ${counts.objects} objects; ${counts.written} files written, ${counts.unchanged} unchanged, ${counts.removed} removed`;

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
