/** Libraries that only some requests need: the first of them loads them, and no start waits for them. */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Gives a library, loaded by the first call: `onDemand<typeof import('culori')>('culori')`. */
export function onDemand<Library>(name: string): () => Library {
  let library: Library | undefined;
  return () => {
    // Node would find it loaded, but only after it has looked for its file.
    library ??= require(name) as Library;
    return library;
  };
}
