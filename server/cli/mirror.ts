/** `plinth mirror`: a folder as files in one of several formats (spec/mirror.md). */

import { onWire } from '../contract/messages/message.js';
import { PlinthError } from '../errors.js';
import { assetUrl } from '../publishing/asset-url.js';
import { recipeOf } from '../publishing/copied-objects.js';
import { mirror as mirrorFolder } from '../publishing/mirror.js';
import { MIRROR_FORMATS, type MirrorFormat } from '../publishing/mirror-file.js';
import { MirrorMemory } from '../publishing/mirror-memory.js';
import { Conversions } from '../rich-text/conversions.js';
import type { RunningServer } from '../start.js';
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
import { runningCursor } from './running-server.js';
import { quietServer, sourceOf } from './site-assets.js';

/** Changes that come together are written together, in ms. */
const TOGETHER = 100;

/** The longest interval of a timer, in ms. */
const LONG = 2 ** 31 - 1;

export const command = commandOf(
  'mirror',
  {
    usage: [
      '--data FOLDER --out DIR --as api|json|markdown|mdx [--collections A,B] [--assets-url URL] [--recipe QUERY]… [--drafts] [--force] [--watch]',
    ],
    about: `Writes each object as a file, and its images and files beside. Changes go one way, from the folder to DIR.
Only what is published is written.

  api            what the API answers: objects, lists, indexes and schemas, for
                 "plinth/client" (PLINTH_URL=file:///DIR) and for static hosts
  json           DIR/COLLECTION/ID.json
  markdown, mdx  DIR/COLLECTION/ID.md with YAML front matter; what Markdown
                 cannot express stays HTML

Run again, it writes only what has changed and deletes what it wrote before. Files of others are neither replaced nor
deleted. Files that were changed since are an error that names them.`,
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
      force: flag('also write files that were changed since'),
      watch: flag('go on, and write each change as it is made'),
    },
    async run({ values }) {
      const out = required(values.out, '--out');
      const as = formatOf(required(values.as, '--as'));
      const given = values['assets-url'] ?? (as === 'api' ? undefined : './files');
      const url = given === undefined ? undefined : assetUrl(given);
      if (as === 'api' && url?.isRelative)
        throw new UsageError('--assets-url takes a path or URL with --as api');
      const recipes = [...new Set((values.recipe ?? []).map(recipeOf))].sort();
      const data = await existingFolder(values);
      const conversions = new Conversions();
      const folder = await OutputFolder.open(out, { apart: data });
      try {
        const places = placesOf(values);
        // Before the folder is read, so that no change is missed: a second server has no cursors that last.
        const cursor = as === 'api' ? await runningCursor({ state: places.state, folder: data }) : undefined;
        const server = await quietServer(data, places);
        try {
          const source = sourceOf(server, values.drafts ?? false);
          const memory = values.watch ? new MirrorMemory() : undefined;
          const run = async () => {
            const { problems, ...counts } = await mirrorFolder({
              source,
              folder,
              as,
              url,
              recipes,
              collections: wordsOf(values.collections),
              force: values.force ?? false,
              memory,
              generator: `plinth ${packageVersion()}`,
              cursor,
              progress: progressOf(values.json ?? false),
              toMarkdown: (html, format) => conversions.forSite(html, format),
            });
            if (values.json) emit({ event: 'mirrored', ...counts, problems });
            else print(lineOf(out, counts));
            if (!values.json) for (const line of Object.values(problems).flat()) note(`Omitted: ${line}`);
          };
          if (!memory) await run();
          else await watch(server, memory, run, values.json ?? false);
        } finally {
          await server.close();
        }
      } finally {
        conversions.close();
        await folder.close();
      }
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
  const { message, reason, details } = error;
  if (json) {
    emit({ event: 'failed', message, ...reason.onWire(), ...(details && onWire(details)) });
    return;
  }
  note(`plinth: ${message}`);
  for (const [place, problems] of Object.entries(details ?? {})) {
    for (const problem of problems) note(`  ${place}: ${problem}`);
  }
}
