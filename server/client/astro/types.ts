/** What the loader uses of Astro 5 and later, which a site has and this package does not. */
import type { Zod } from './zod.js';

interface Entry {
  id: string;
  data: Record<string, unknown>;
  digest?: string;
  rendered?: { html: string };
}

/** Tells of changes of files, also of the one in which Astro keeps its store. */
export interface Watcher {
  on(event: 'change', listener: (path: string) => void): unknown;
  off(event: 'change', listener: (path: string) => void): unknown;
}

export interface LoaderContext {
  /** Name of the collection in the site; several may read the same collection of the folder. */
  collection: string;
  store: {
    keys(): string[];
    set(entry: Entry): boolean;
    delete(id: string): void;
  };
  meta: {
    get(key: string): string | undefined;
    set(key: string, value: string): void;
  };
  logger: { info(message: string): void; warn(message: string): void; error(message: string): void };
  parseData(entry: { id: string; data: Record<string, unknown> }): Promise<Record<string, unknown>>;
  generateDigest(data: Record<string, unknown> | string): string;
  /** Only in `astro dev`. */
  watcher?: Watcher | undefined;
}

export interface PlinthLoader {
  name: string;
  load(context: LoaderContext): Promise<void>;
  /** A schema of the zod that Astro has; `never`, because that type is not known here. */
  schema(): Promise<Zod & never>;
}
