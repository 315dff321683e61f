/** Names of missing properties in requests, each reported once per run of the server. */

/** Max names remembered; further ones are not reported, since any request can send them. */
const MAX_NAMES = 500;

/** Max length of a stored name. */
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

  /** Reports a name, unless it was reported before. */
  add(asked: UnknownName): void {
    const { collection, parameter } = asked;
    const name = asked.name.slice(0, MAX_LENGTH);
    const key = `${collection}\n${parameter}\n${name}`;
    if (this.#told.has(key) || this.#told.size >= MAX_NAMES) return;
    this.#told.set(key, { collection, parameter, name });
    this.#tell(`The collection "${collection}" has no property "${name}", which "${parameter}" names`);
  }

  /** The names reported so far, in the order of the requests. */
  list(): UnknownName[] {
    return [...this.#told.values()];
  }
}
