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
  readonly #reported = new Map<string, UnknownName>();
  readonly #report: (message: string) => void;

  constructor(report: (message: string) => void) {
    this.#report = report;
  }

  /** Reports a name, unless it was reported before. */
  add(requested: UnknownName): void {
    const { collection, parameter } = requested;
    const name = requested.name.slice(0, MAX_LENGTH);
    const key = `${collection}\n${parameter}\n${name}`;
    if (this.#reported.has(key) || this.#reported.size >= MAX_NAMES) return;
    this.#reported.set(key, { collection, parameter, name });
    this.#report(`The collection "${collection}" has no property "${name}", which "${parameter}" names`);
  }

  /** The names reported so far, in the order of the requests. */
  list(): UnknownName[] {
    return [...this.#reported.values()];
  }
}
