import { type Message, message } from '../contract/messages/message.js';
import { PlinthError } from '../errors.js';

/** A value that could not be checked in the time there is. Nothing after it is checked. */
export class TooSlow extends Error {
  /** Dotted path from the object. */
  readonly path: string;

  readonly reason: Message;

  constructor(path: string, reason: Message) {
    super(reason.text);
    this.path = path;
    this.reason = reason;
  }

  labelled(label: string): TooSlow {
    return new TooSlow(this.path, this.reason.of(label));
  }

  /** As seen from what holds the part it was found in. */
  inside(path: string, label: string): TooSlow {
    return new TooSlow(`${path}.${this.path}`, this.reason.of(label));
  }
}

/** How many values of an object may stay unchecked, so that the time of a save stays bounded. */
const MOST = 8;

/** How many more checks may end for their time. */
export interface SlowChecks {
  left: number;
}

type Steps = readonly string[];

interface Rule {
  mayStay(steps: Steps): boolean;
  limits: readonly SlowChecks[];
}

/**
 * The values of an object that a check has no time for and that may stay, since the save does not change them
 * (spec/content.md#old-values), as seen from one of its parts.
 */
export class SlowValues {
  readonly #rule: Rule;
  /** What is wrong with each value, by the steps to it. */
  readonly #found: Map<string, Message>;
  readonly #at: Steps;

  private constructor(rule: Rule, found: Map<string, Message>, at: Steps) {
    this.#rule = rule;
    this.#found = found;
    this.#at = at;
  }

  /** `ofRequest`: what is left to a request that saves many objects. */
  static of(mayStay: Rule['mayStay'], ofRequest?: SlowChecks): SlowValues {
    const limits = [{ left: MOST }, ...(ofRequest ? [ofRequest] : [])];
    return new SlowValues({ mayStay, limits }, new Map(), []);
  }

  /** For a check of the same object before the save: these values are not tried again, any other may stay. */
  again(): SlowValues {
    const [, ...ofRequest] = this.#rule.limits;
    const rule = { mayStay: () => true, limits: [{ left: MOST }, ...ofRequest] };
    return new SlowValues(rule, new Map(this.#found), []);
  }

  inside(...steps: Steps): SlowValues {
    return new SlowValues(this.#rule, this.#found, [...this.#at, ...steps]);
  }

  /** What is wrong with a value that was too slow before. */
  known(name: string): Message | undefined {
    return this.#found.size === 0 ? undefined : this.#found.get(JSON.stringify([...this.#at, name]));
  }

  /** Whether a value may stay. */
  keep(name: string, problem: Message): boolean {
    const steps = [...this.#at, name];
    const { mayStay, limits } = this.#rule;
    if (limits.some(({ left }) => left === 0) || !mayStay(steps)) return false;
    for (const limit of limits) limit.left -= 1;
    this.#found.set(JSON.stringify(steps), problem);
    return true;
  }
}

/** The rejection of a request for it: it ends work of many parts, too, which would only repeat it. */
export class SlowCheck extends PlinthError {
  constructor({ path, reason }: TooSlow) {
    super('validation', message('validationFailed'), { details: { [path]: [reason] } });
  }
}
