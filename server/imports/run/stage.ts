/** Files on their way into a new object. */
import type { Incoming } from '../../store/types/files.js';
import { copyStaged, nameAmong, type TakenFile, takenFacts } from './files.js';
import { type TakenFacts, takenKey } from './record.js';

/** The files of one new object: as they come, and as they will lie beside it. */
export class Stage {
  readonly scratch: Incoming;
  readonly incoming: Incoming;
  readonly taken: Record<string, TakenFacts> = {};
  readonly #names = new Map<string, Set<string>>();
  #count = 0;

  constructor(scratch: Incoming, incoming: Incoming) {
    this.scratch = scratch;
    this.incoming = incoming;
  }

  get hasFiles(): boolean {
    return this.#names.size > 0;
  }

  /** Another reference to a file that was kept already. */
  again(property: string, reference: string, as: string): void {
    const facts = this.taken[takenKey(property, reference)];
    if (facts) this.taken[takenKey(property, as)] = facts;
  }

  /** A path for a file that comes in. */
  path(): string {
    this.#count += 1;
    return `file-${this.#count}`;
  }

  /** Keeps a file in the folder of a property; the name it has there. */
  async keep(taken: TakenFile, property: string, reference: string): Promise<string> {
    const names = this.#names.get(property) ?? new Set<string>();
    this.#names.set(property, names);
    const name = nameAmong(names, taken.name);
    const stored = await copyStaged(taken.staged, this.incoming, `${property}/${name}`);
    const facts = takenFacts(taken, name, stored);
    if (facts) this.taken[takenKey(property, reference)] = facts;
    return name;
  }
}
