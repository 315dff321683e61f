/** Watching one folder by the system's notifications. Where it has none to give, the folder must be polled. */
import { type FSWatcher, watch } from 'node:fs';
import { statOf } from '../disk/stamp.js';

/** The system passes a name, or only that something happened (undefined). */
export type ChangeListener = (name: string | undefined, kind: 'rename' | 'change') => void;

export class FolderWatch {
  readonly #path: string;
  readonly #onChange: ChangeListener;
  readonly #failed: (error: unknown) => void;
  #watcher: FSWatcher | undefined;
  /** Inode of the folder watched; another folder of the same name has another. 0: there is none. */
  #ino = 0;
  /** True when the system gives no notifications (limit reached, network drive). */
  polled = false;

  constructor(path: string, onChange: ChangeListener, failed: (error: unknown) => void) {
    this.#path = path;
    this.#onChange = onChange;
    this.#failed = failed;
  }

  /** Starts watching, again when another folder has taken the place. True when something changed. */
  renew(): boolean {
    const stats = statOf(this.#path);
    const ino = stats?.isDirectory() ? stats.ino : 0;
    if (ino === this.#ino) return false;
    this.close();
    this.#ino = ino;
    if (ino !== 0) this.#start();
    return true;
  }

  /** Drops the watch: a volume that was unmounted sends no more notifications. The next `renew` starts it again. */
  reset(): void {
    this.close();
    this.#ino = 0;
    this.polled = false;
  }

  /** Tries again where the system had no notifications to give. */
  retry(): void {
    if (!this.polled || this.#ino === 0) return;
    this.polled = false;
    this.#start();
  }

  close(): void {
    this.#watcher?.close();
    this.#watcher = undefined;
  }

  #start(): void {
    try {
      const watcher = watch(this.#path, { persistent: false }, (kind, name) => {
        this.#onChange(typeof name === 'string' ? name : undefined, kind);
      });
      watcher.on('error', (error) => this.#fail(error));
      this.#watcher = watcher;
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    this.close();
    this.polled = true;
    this.#failed(error);
  }
}
