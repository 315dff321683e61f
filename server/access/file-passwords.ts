/** Wrong passwords of protected files: counted by network, and by file over all networks. */
import { countedAs } from './client-addresses.js';
import { FailedAttempts, GrowingWait } from './failed-attempts.js';

/** From one network within a quarter of an hour. */
const TRIES_FROM_NETWORK = 25;
/** Attempts on one file from all networks, and then the longest wait between two of them, in seconds. */
const FILE_WAIT = { free: 100, longest: 30 } as const;

export class FilePasswords {
  readonly #fromNetwork = new FailedAttempts(TRIES_FROM_NETWORK);
  readonly #onFile = new GrowingWait(FILE_WAIT);

  /** Seconds until a password can be tried; 0 when it can be now. `file` is omitted for encrypted links. */
  wait(address: string, file?: string): number {
    return Math.max(
      this.#fromNetwork.wait(countedAs(address)),
      file === undefined ? 0 : this.#onFile.wait(file),
    );
  }

  /** Counts an attempt before its result is known. */
  add(address: string, file: string): void {
    this.#fromNetwork.add(countedAs(address));
    this.#onFile.add(file);
  }

  /**
   * The attempt succeeded. Failed attempts of others on the file still count, because several clients may know its
   * password.
   */
  undo(address: string, file: string): void {
    this.#fromNetwork.undo(countedAs(address));
    this.#onFile.undo(file);
  }
}
