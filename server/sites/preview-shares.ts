/**
 * The addresses at which the preview is shown to others, as this machine keeps them (spec/preview.md#shared-addresses).
 * One that has ended, for whatever reason, never comes back.
 */
import { randomUUID } from 'node:crypto';
import { hashOf, newSecret } from '../access/secrets.js';
import { message } from '../contract/messages/message.js';
import { conflict, missing } from '../errors.js';
import type { PreviewRecord, StoredShare } from '../preview/previews.js';
import type { JsonRecord } from '../store/types/documents.js';

const HOUR = 3_600_000;
const MAX_SHARES = 20;
/** By so much the clock may be set back without that an address seems to have been made in the future, in ms. */
const CLOCK_DRIFT = 5 * 60_000;
/** The longest time between two looks at what has ended: rights and sites may go without a request. */
const LOOKED_AGAIN = 60_000;

export interface PreviewSharesOptions {
  record: JsonRecord<PreviewRecord>;
  /** Path of the data folder. */
  root: string;
  now(): Date;
  /** A monotonic clock, in ms. */
  elapsed?(): number;
  /** Whether a user may share the preview now. */
  mayShare(user: string): boolean;
  hasSite(id: string): boolean;
  /** Called when addresses were added or have ended. */
  changed(): void;
  log(level: 'warn' | 'error', message: string, error?: unknown): void;
}

export type NewShare = Pick<StoredShare, 'site' | 'sets' | 'unsaved' | 'by'> & { hours: number };

export class PreviewShares {
  readonly #options: PreviewSharesOptions;
  readonly #elapsed: () => number;
  /** When each ends on the monotonic clock, whatever happens to the clock of the machine. */
  readonly #ends = new Map<string, number>();
  /** Those that have ended, also while the record cannot be written. */
  readonly #ended = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: PreviewSharesOptions) {
    this.#options = options;
    this.#elapsed = options.elapsed ?? (() => performance.now());
  }

  /** From now on an end is noticed when it comes, so that what follows from it happens without a request. */
  start(): void {
    clearTimeout(this.#timer);
    let next = LOOKED_AGAIN;
    try {
      next = Math.min(LOOKED_AGAIN, ...this.list().map((share) => this.endsIn(share) + 1));
    } catch (error) {
      this.#options.log('error', 'Shared previews could not be read', error);
    }
    this.#timer = setTimeout(() => this.start(), next).unref();
  }

  /** Those that are valid. Others are forgotten. */
  list(): StoredShare[] {
    const stored = sharesIn(this.#options.record.read(), this.#options.root);
    const valid = stored.filter((share) => this.#isValid(share));
    if (valid.length < stored.length) this.#forget(stored.filter((share) => !valid.includes(share)));
    return valid;
  }

  /** That of a token; undefined where it is none, or has ended. */
  find(token: string): StoredShare | undefined {
    const hash = hashOf(token);
    return this.list().find((share) => share.hash === hash);
  }

  /** Ms until one ends. */
  endsIn({ id }: StoredShare): number {
    return Math.max(0, (this.#ends.get(id) ?? 0) - this.#elapsed());
  }

  /** Throws `conflict` where there are too many. */
  async add({ hours, ...about }: NewShare): Promise<{ share: StoredShare; token: string }> {
    const { record, root, now, changed } = this.#options;
    const token = newSecret();
    const at = now();
    const until = new Date(at.getTime() + hours * HOUR).toISOString();
    const share = { ...about, id: randomUUID(), hash: hashOf(token), at: at.toISOString(), until };
    const before = this.list();
    if (before.length >= MAX_SHARES) throw conflict(message('previewShareLimit', { limit: MAX_SHARES }));
    await record.update((value) => {
      value.shares = { ...value.shares, [root]: [...sharesIn(value, root), share] };
    });
    this.start();
    changed();
    return { share, token };
  }

  /** Throws `missing`. */
  async end(id: string): Promise<void> {
    const share = this.list().find((one) => one.id === id);
    if (!share) throw missing(message('previewShareMissing', { id }));
    await this.#drop([share]);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #isValid(share: StoredShare): boolean {
    const { id, at, until, site, by } = share;
    const now = this.#options.now().getTime();
    const left = Date.parse(until) - now;
    if (this.#ended.has(id) || !(left > 0) || !(Date.parse(at) <= now + CLOCK_DRIFT)) return false;
    const ends = this.#ends.get(id) ?? this.#elapsed() + left;
    this.#ends.set(id, ends);
    return this.#elapsed() < ends && this.#options.mayShare(by.id) && this.#options.hasSite(site);
  }

  #forget(shares: readonly StoredShare[]): void {
    this.#drop(shares).catch((error: unknown) =>
      this.#options.log('error', 'The end of a shared preview could not be saved', error),
    );
  }

  /** They have ended from now on, whether the record can be written or not. */
  async #drop(shares: readonly StoredShare[]): Promise<void> {
    const { record, root, changed } = this.#options;
    const fresh = shares.filter(({ id }) => !this.#ended.has(id));
    for (const { id } of fresh) this.#ended.add(id);
    if (fresh.length > 0) changed();
    await record.update((value) => {
      const left = sharesIn(value, root).filter(({ id }) => !shares.some((share) => share.id === id));
      value.shares = { ...value.shares, [root]: left };
    });
  }
}

function sharesIn({ shares }: PreviewRecord, root: string): StoredShare[] {
  const own: unknown = Object.hasOwn(Object(shares), root) ? shares?.[root] : undefined;
  return Array.isArray(own) ? own.filter(isShare) : [];
}

/** What the record has, which can be edited by hand. */
function isShare(value: unknown): value is StoredShare {
  const { sets, by, ...rest } = Object(value) as Partial<StoredShare>;
  const texts = [rest.id, rest.hash, rest.site, rest.at, rest.until, by?.id, by?.name, ...(sets ?? [''])];
  return Array.isArray(sets) && texts.every((text) => typeof text === 'string');
}
