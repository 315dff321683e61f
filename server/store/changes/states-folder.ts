/** The states of all collections, a file for each. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DurableFiles } from '../disk/durable.js';
import { isAbsent } from '../disk/fs-errors.js';
import type { CollectionStates, StatesFile } from '../types/changes.js';
import { readStates, statesBytes } from './states.js';

const ENDING = '.ndjson';

/** What is left of a damaged file: that nothing before is known. */
const DAMAGED: StatesFile = {
  upTo: 0,
  floor: Number.MAX_SAFE_INTEGER,
  key: '',
  all: async () => [],
  after: () => [],
};

export class StatesFolder {
  readonly #folder: string;
  readonly #durable: DurableFiles;
  readonly #names: Set<string>;

  /** The folder must exist. */
  constructor(folder: string, durable: DurableFiles) {
    this.#folder = folder;
    this.#durable = durable;
    const names = readdirSync(folder).filter((name) => name.endsWith(ENDING));
    this.#names = new Set(names.map((name) => name.slice(0, -ENDING.length)));
  }

  collections(): string[] {
    return [...this.#names];
  }

  has(collection: string): boolean {
    return this.#names.has(collection);
  }

  async read(collection: string): Promise<StatesFile | undefined> {
    if (!this.#names.has(collection)) return undefined;
    try {
      return await readStates(this.#pathOf(collection));
    } catch (error) {
      if (isAbsent(error) || error instanceof SyntaxError || error instanceof RangeError) return DAMAGED;
      throw error;
    }
  }

  async write(collection: string, states: CollectionStates): Promise<void> {
    const bytes = await statesBytes(states);
    await this.#durable.makeFolder(this.#folder);
    await this.#durable.replace(this.#pathOf(collection), bytes, { mode: 0o600 });
    this.#names.add(collection);
  }

  #pathOf(collection: string): string {
    return join(this.#folder, `${collection}${ENDING}`);
  }
}
