/** Names of properties that requests asked for and that do not exist, each told once in a run of the program. */

/** Most names remembered; beyond them nothing more is told, for they may come from anybody's requests. */
const MAX_NAMES = 500;

/** Longest part of a name that is kept. */
const MAX_LENGTH = 100;

export interface UnknownName {
  collection: string;
  /** The query parameter that named it. */
  parameter: string;
  name: string;
}

export class UnknownNameLog {
  readonly #told = new Map<string, UnknownName>();
  readonly #tell: (message: string) => void;

  constructor(tell: (message: string) => void) {
    this.#tell = tell;
  }

  /** Tells of a name, unless it was told before. */
  add(asked: UnknownName): void {
    const { collection, parameter } = asked;
    const name = asked.name.slice(0, MAX_LENGTH);
    const key = `${collection}\n${parameter}\n${name}`;
    if (this.#told.has(key) || this.#told.size >= MAX_NAMES) return;
    this.#told.set(key, { collection, parameter, name });
    this.#tell(`The collection "${collection}" has no property "${name}", which "${parameter}" names`);
  }

  /** What was told so far, in the order in which it was asked. */
  list(): UnknownName[] {
    return [...this.#told.values()];
  }
}
