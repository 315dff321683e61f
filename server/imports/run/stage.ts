/** Files on their way into a new object. */
import type { Incoming } from '../../store/types/files.js';
import { nameAmong } from './files.js';

/** The files of one new object: as they come, and as they will lie beside it. */
export class Stage {
  readonly scratch: Incoming;
  readonly incoming: Incoming;
  readonly #names = new Map<string, Set<string>>();
  #count = 0;

  constructor(scratch: Incoming, incoming: Incoming) {
    this.scratch = scratch;
    this.incoming = incoming;
  }

  get hasFiles(): boolean {
    return this.#names.size > 0;
  }

  /** A path for a file that comes in. */
  path(): string {
    this.#count += 1;
    return `file-${this.#count}`;
  }

  /** A free name in the folder of a property. */
  name(property: string, wanted: string): string {
    const names = this.#names.get(property) ?? new Set<string>();
    this.#names.set(property, names);
    return nameAmong(names, wanted);
  }
}
