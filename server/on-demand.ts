/** Libraries that only some requests need: the first of them loads them, and no start waits for them. */
import { createRequire } from 'node:module';
import { setImmediate as nextTurn } from 'node:timers/promises';

const require = createRequire(import.meta.url);

/**
 * Gives a library, loaded by the first call: `onDemand<typeof import('culori')>('culori')`. `prepare` sees it first,
 * once.
 */
export function onDemand<Library>(name: string, prepare?: (library: Library) => void): () => Library {
  let library: Library | undefined;
  return () => {
    // Node would find it loaded, but only after it has looked for its file.
    if (library === undefined) {
      library = require(name) as Library;
      prepare?.(library);
    }
    return library;
  };
}

/** What nearly every folder needs at its first write. */
const NEEDED_SOON = ['ajv/dist/2020.js', 'ajv-formats', 'sanitize-html', 'chrono-node/en', 'culori'];

/** Loads what will be needed soon, one library a turn: together they would keep the first write waiting. */
export async function loadNeededSoon(): Promise<void> {
  for (const name of NEEDED_SOON) {
    require(name);
    await nextTurn();
  }
}
