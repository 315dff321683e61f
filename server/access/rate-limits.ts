/** Rate limits (spec/limits.md#rates): what each caller can request, and the remaining quota. */
import { RATES } from '../settings/limits.js';
import { fromSettings, type StoredSettings, settingValue } from '../settings/read.js';
import type { Caller } from './caller.js';
import { type Count, Windows } from './windows.js';

/** Kinds of anonymous requests, each with its own limit. */
export type Anonymous = 'anonymous' | 'triggers' | 'mcp' | 'tokens' | 'registrations';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export class RateLimits {
  readonly #known = new Windows(MINUTE);
  readonly #rates: () => Record<keyof typeof RATES, number>;
  readonly #addresses: Record<Anonymous, Windows> = {
    anonymous: new Windows(MINUTE),
    triggers: new Windows(MINUTE),
    mcp: new Windows(MINUTE),
    tokens: new Windows(MINUTE),
    registrations: new Windows(HOUR),
  };

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
  }

  /** Counts a request of an authenticated caller; undefined for all others. */
  known(caller: Caller): Count | undefined {
    switch (caller.kind) {
      case 'owner':
      case 'user':
        return this.#known.count(caller.session.id, this.#rates().sessions);
      case 'key':
        return this.#known.count(caller.key.id, this.#rates().keys);
      case 'token':
        return this.#known.count(caller.token.grantId, this.#rates().keys);
      default:
        return undefined;
    }
  }

  /** Counts a request without credentials by its address. */
  anonymous(what: Anonymous, address: string): Count {
    return this.#addresses[what].count(address, this.#rates()[what]);
  }
}
