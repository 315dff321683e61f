import { PlinthError } from '../errors.js';

/** A value that could not be checked in the time there is. Nothing after it is checked. */
export class TooSlow extends Error {
  /** Dotted path from the object. */
  readonly path: string;

  constructor(path: string, sentence: string) {
    super(sentence);
    this.path = path;
  }

  labelled(label: string): TooSlow {
    return new TooSlow(this.path, `${label} ${this.message}`);
  }

  /** As seen from what holds the part it was found in. */
  inside(path: string, label: string): TooSlow {
    return new TooSlow(`${path}.${this.path}`, `${label} › ${this.message}`);
  }
}

/** The rejection of a request for it: it ends work of many parts, too, which would only repeat it. */
export class SlowCheck extends PlinthError {
  constructor({ path, message }: TooSlow) {
    super('validation', 'Validation failed', { details: { [path]: [message] } });
  }
}
