/** Rate limits (interface 8; ruling "rate limits by default"): what each caller may ask, and how much is left. */
import { RATES } from '../settings/limits.js';
import { fromSettings, type StoredSettings, settingValue } from '../settings/read.js';
import { AddressLimit } from './address-limits.js';
import type { Caller } from './caller.js';
import { Windows } from './windows.js';

/** Where a caller stands after a request was counted. */
export interface Count {
  /** Requests in a window. */
  readonly limit: number;
  readonly remaining: number;
  /** When the window ends, in seconds since 1970, as headers say it. */
  readonly resets: string;
  /** Seconds to wait; 0 when the request may pass. */
  readonly wait: number;
}

/** What callers nobody knows ask for, each with a limit of its own. */
export type Anonymous = 'anonymous' | 'triggers' | 'mcp' | 'tokens' | 'registrations';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

export class RateLimits {
  readonly #windows = new Windows();
  readonly #rates: () => Record<keyof typeof RATES, number>;
  readonly #addresses: Record<Anonymous, AddressLimit>;

  constructor(settings: { read(): StoredSettings }) {
    this.#rates = fromSettings(settings, (stored) => ({
      keys: settingValue(stored, RATES.keys),
      sessions: settingValue(stored, RATES.sessions),
      anonymous: settingValue(stored, RATES.anonymous),
      triggers: settingValue(stored, RATES.triggers),
      mcp: settingValue(stored, RATES.mcp),
      tokens: settingValue(stored, RATES.tokens),
      registrations: settingValue(stored, RATES.registrations),
    }));
    const limit = (name: Anonymous, seconds: number) => new AddressLimit(() => this.#rates()[name], seconds);
    this.#addresses = {
      anonymous: limit('anonymous', MINUTE),
      triggers: limit('triggers', MINUTE),
      mcp: limit('mcp', MINUTE),
      tokens: limit('tokens', MINUTE),
      registrations: limit('registrations', HOUR),
    };
  }

  /** Counts a request of a caller who has shown who it is; undefined for all others. */
  known(caller: Caller): Count | undefined {
    switch (caller.kind) {
      case 'owner':
      case 'user':
        return this.#windows.count(caller.session.id, this.#rates().sessions);
      case 'key':
        return this.#windows.count(caller.key.id, this.#rates().keys);
      case 'token':
        return this.#windows.count(caller.token.grantId, this.#rates().keys);
      default:
        return undefined;
    }
  }

  /** Counts a request of an address that shows nothing. */
  anonymous(what: Anonymous, address: string): Promise<Count> {
    return this.#addresses[what].count(address);
  }
}
