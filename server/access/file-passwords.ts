/** Wrong passwords of protected files: counted by network, and by file over all networks. */
import { countedAs } from './client-addresses.js';
import { GrowingWait, WrongTries } from './wrong-tries.js';

/** From one network within a quarter of an hour. */
const TRIES_FROM_NETWORK = 25;
/** Tries on one file from everywhere, and then the longest wait between two of them, in seconds. */
const FILE_WAIT = { free: 100, longest: 30 } as const;

export class FilePasswords {
  readonly #fromNetwork = new WrongTries(TRIES_FROM_NETWORK);
  readonly #onFile = new GrowingWait(FILE_WAIT);

  /** Seconds until a password may be tried; 0 when it may be now. `file` is left out where it came by a sealed link. */
  wait(address: string, file?: string): number {
    return Math.max(
      this.#fromNetwork.wait(countedAs(address)),
      file === undefined ? 0 : this.#onFile.wait(file),
    );
  }

  /** Counts a try before it is known whether it is wrong. */
  add(address: string, file: string): void {
    this.#fromNetwork.add(countedAs(address));
    this.#onFile.add(file);
  }

  /** The try was right. Others' wrong ones on the file go on counting: many may know its password. */
  takeBack(address: string, file: string): void {
    this.#fromNetwork.takeBack(countedAs(address));
    this.#onFile.takeBack(file);
  }
}
