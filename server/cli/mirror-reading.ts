/**
 * Where `plinth mirror` reads: the folder itself, or the server that has it open, which alone knows unsaved changes
 * (spec/mirror.md#perspective).
 */
import { newKey } from '../access/keys.js';
import { OWNER } from '../access/sessions.js';
import { localClient } from '../http/in-process.js';
import { type PerspectiveWords, perspectiveOf } from '../perspectives.js';
import { Source } from '../publishing/source.js';
import { realFolder } from '../store/host/project.js';
import { readRuntimeFile } from '../store/host/runtime-file.js';
import { type Borrowed, borrowServer, runningCursor, servedAlready } from './running-server.js';
import { quietServer, sourceOf } from './site-assets.js';

/** Time between two looks for a server that has opened the folder, in ms. */
const BETWEEN_LOOKS = 500;

export interface Reading {
  readonly source: Source;
  /** Of a state that is not later than what is read; undefined: none that lasts. */
  readonly cursor: string | undefined;
  /** Calls back once when another reading would show more, until the answer is called. */
  onOther(listener: () => void): () => void;
  close(): Promise<void>;
}

export interface ReadingOptions {
  folder: string;
  places: { cache: string; state: string };
  drafts: boolean;
  /** The sets to read through; undefined: what is live, in a development server of Plinth what was chosen there. */
  perspective: string | undefined;
  /** Whether the copy has a cursor. */
  hasCursor: boolean;
}

/** Throws `invalid` and `missing` for a perspective that cannot be read through. */
export async function openReading(options: ReadingOptions): Promise<Reading> {
  const { folder, places, drafts, perspective, hasCursor } = options;
  const { state } = places;
  if (perspective === undefined) {
    const served = servedAlready((await realFolder(folder)) ?? folder);
    if (served) return overHttp(served, served.key, drafts);
  }
  const words: PerspectiveWords = perspective === undefined ? {} : { perspective };
  const parsed = perspective === undefined ? undefined : perspectiveOf(words, new Date(), { user: OWNER.id });
  const hasUnsaved = parsed?.unsavedOf !== undefined;
  const runtime = async () => JSON.stringify(hasUnsaved ? await readRuntimeFile(state, folder) : undefined);
  const before = await runtime();
  if (perspective !== undefined && before !== undefined) {
    const key = newKey();
    const wanted = { key, methods: ['GET' as const], port: 0, perspective };
    const borrowed = await borrowServer({ state, folder }, wanted);
    if (borrowed) return overHttp(borrowed, key, drafts);
  }
  // Before the folder is read, so that no change is missed: a second server has no cursors that last.
  const cursor = hasCursor && !parsed ? await runningCursor({ state, folder }) : undefined;
  const server = await quietServer(folder, places, parsed && { perspective: parsed });
  return {
    source: sourceOf(server, drafts, parsed !== undefined),
    cursor,
    onOther(listener) {
      if (!hasUnsaved) return () => {};
      const timer = setInterval(async () => {
        const now = await runtime();
        if (now === undefined || now === before) return;
        clearInterval(timer);
        listener();
      }, BETWEEN_LOOKS);
      return () => clearInterval(timer);
    },
    close: () => server.close(),
  };
}

const overHttp = (borrowed: Borrowed, key: string, drafts: boolean): Reading => ({
  source: new Source({ requests: localClient(borrowed.url), key, drafts, throughSets: true }),
  cursor: undefined,
  onOther: () => () => {},
  close: async () => borrowed.drop(),
});
