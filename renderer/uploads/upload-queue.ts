/** Files on their way into an object: one at a time, each with its progress, and a second try for what failed. */
import type { ChosenFile } from '../api/media';

/** Where files of a field go. */
export interface UploadTarget {
  /** Dotted path of the property from the object. */
  path: string;
  /** Folder of a depot. */
  folder?: string;
  /** Name of the image of a gallery whose place the file takes. */
  instead?: string;
}

export interface UploadItem extends UploadTarget {
  key: string;
  file: File | ChosenFile;
  state: 'waiting' | 'sending' | 'failed';
  /** The part that has been sent, from 0 to 1. */
  part: number;
  /** Why it failed. */
  error?: string;
}

export interface UploadQueue {
  items(): readonly UploadItem[];
  /** Calls back after every change; the answer unsubscribes. */
  subscribe(listener: () => void): () => void;
  add(target: UploadTarget, files: readonly (File | ChosenFile)[]): void;
  retry(key: string): void;
  /** Takes a file out; one that is being sent is given up. */
  cancel(key: string): void;
  /** Looks again whether what waits can be sent. */
  wake(): void;
}

export interface UploadWork {
  /** Sends one file. Throws when the server does not take it. */
  send(item: UploadItem, signal: AbortSignal, onProgress: (part: number) => void): Promise<void>;
  /** Whether what the file belongs to is in the folder already. */
  isReady(item: UploadItem): boolean;
  /** Sees to it that it is, by saving the form; false when it cannot be saved as it stands. */
  prepare(): Promise<boolean>;
}

const texts = { unsaved: 'Waiting for the form to be saved.' };

/** A queue for the life of a form. */
export function createUploadQueue(work: UploadWork): UploadQueue {
  let items: readonly UploadItem[] = [];
  let running = false;
  let count = 0;
  const aborts = new Map<string, AbortController>();
  const listeners = new Set<() => void>();

  function set(next: readonly UploadItem[]): void {
    items = next;
    for (const listener of listeners) listener();
  }
  const change = (key: string, part: Partial<UploadItem>) =>
    set(items.map((item) => (item.key === key ? { ...item, ...part } : item)));
  const without = (key: string) => set(items.filter((item) => item.key !== key));

  async function sendOne(item: UploadItem): Promise<void> {
    const abort = new AbortController();
    aborts.set(item.key, abort);
    const { error: _error, ...rest } = item;
    set(items.map((one) => (one.key === item.key ? { ...rest, state: 'sending', part: 0 } : one)));
    try {
      await work.send(item, abort.signal, (part) => change(item.key, { part }));
      without(item.key);
    } catch (error) {
      if (abort.signal.aborted) without(item.key);
      else
        change(item.key, { state: 'failed', error: error instanceof Error ? error.message : String(error) });
    } finally {
      aborts.delete(item.key);
    }
  }

  const nextReady = () => items.find((item) => item.state === 'waiting' && work.isReady(item));

  async function run(): Promise<void> {
    if (running) return;
    running = true;
    try {
      for (;;) {
        const ready = nextReady();
        if (ready) {
          await sendOne(ready);
          continue;
        }
        const waiting = items.some((item) => item.state === 'waiting' && item.error === undefined);
        if (!waiting) return;
        await work.prepare();
        if (nextReady()) continue;
        // It goes on by itself once the form has been saved.
        set(items.map((item) => (item.state === 'waiting' ? { ...item, error: texts.unsaved } : item)));
        return;
      }
    } finally {
      running = false;
    }
  }

  return {
    items: () => items,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add(target, files) {
      const fresh = files.map((file): UploadItem => {
        count += 1;
        return { ...target, key: String(count), file, state: 'waiting', part: 0 };
      });
      set([...items, ...fresh]);
      void run();
    },
    retry(key) {
      set(
        items.map((item) => {
          if (item.key !== key) return item;
          const { error: _error, ...rest } = item;
          return { ...rest, state: 'waiting', part: 0 };
        }),
      );
      void run();
    },
    cancel(key) {
      const abort = aborts.get(key);
      if (abort) abort.abort();
      else without(key);
    },
    wake() {
      if (nextReady()) void run();
    },
  };
}
