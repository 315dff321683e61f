/**
 * Libraries that only some requests need, loaded on first use to keep the start fast. `import()` would make every
 * caller asynchronous. Those of the first write are loaded soon after the start, one in each turn: together they
 * would hold it up.
 */
import { createRequire } from 'node:module';
import { setImmediate as nextTurn } from 'node:timers/promises';

const require = createRequire(import.meta.url);

/** Returns a function that makes a value on its first call and returns the same value from then on. */
export function lazy<Value extends object>(make: () => Value): () => Value {
  let value: Value | undefined;
  return () => {
    value ??= make();
    return value;
  };
}

/**
 * Returns a loader that loads a library on its first call: `onDemand<typeof import('culori')>('culori')`. `prepare` is
 * called once with the library.
 */
export function onDemand<Library>(name: string, prepare?: (library: Library) => void): () => Library {
  let library: Library | undefined;
  return () => {
    // Node would return the loaded module, but looks up its file first.
    if (library === undefined) {
      library = require(name) as Library;
      prepare?.(library);
    }
    return library;
  };
}

/** Required by the first write in nearly every folder. */
const NEEDED_SOON = ['ajv/dist/2020.js', 'ajv-formats', 'sanitize-html', 'chrono-node/en', 'culori'];

/** Preloads libraries, one per turn: together they would delay the first write. */
export async function loadNeededSoon(): Promise<void> {
  for (const name of NEEDED_SOON) {
    require(name);
    await nextTurn();
  }
}
