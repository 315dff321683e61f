/**
 * What this machine knows of publishing sets beside their files: the transactions by which they went live, which undo
 * takes, and why a planned release could not be published. Neither is in the folder, where machines would write it in
 * different ways.
 */
import type { ChangeSet, Published, PublishRequest } from '../../contract/change-sets.js';
import { type Message, message, onWire } from '../../contract/messages/message.js';
import { PlinthError } from '../../errors.js';
import type { StoredChange } from '../../store/types/change-sets.js';
import type { JsonRecord } from '../../store/types/documents.js';
import { clashOnWire } from '../answers/clash-error.js';
import type { WriteBase } from '../core/base.js';
import { publishSet } from './publish.js';

interface PublishedRelease {
  at: string;
  transaction: string;
}

/** By folder and set. */
export interface ReleaseRecord {
  folders: Record<string, Record<string, PublishedRelease>>;
}

/** Of each folder; the oldest are forgotten, and can be undone in the activity. */
const MAX_REMEMBERED = 200;

type Failure = NonNullable<ChangeSet['failed']>;

/** Why a release was not published, without words of the operating system. */
const reasonOf = (error: unknown): Message =>
  error instanceof PlinthError ? error.reason : message('releaseFailed');

export class Releases {
  readonly #record: JsonRecord<ReleaseRecord>;
  readonly #root: string;
  readonly #failures = new Map<string, Failure>();

  constructor(record: JsonRecord<ReleaseRecord>, root: string) {
    this.#record = record;
    this.#root = root;
  }

  /** As `publishSet`, and remembers the transaction. */
  async publish(
    request: WriteBase,
    set: string,
    asked: PublishRequest,
    authorise: (change: StoredChange) => void,
  ): Promise<Published> {
    const published = await publishSet(request, set, asked, authorise);
    if (asked.dryRun) return published;
    this.#failures.delete(set);
    const { transaction } = published;
    if (asked.objects === undefined && transaction !== undefined) {
      await this.#remember(set, { at: request.now().toISOString(), transaction });
    }
    return published;
  }

  /** A set as this machine shows it. */
  shown<T extends ChangeSet | Omit<ChangeSet, 'objects'>>(set: T): T {
    const failed = this.#failures.get(set.id);
    const known = this.#record.read().folders[this.#root]?.[set.id];
    const { published } = set;
    const isSame = published && known && published.at <= known.at;
    return {
      ...set,
      ...(failed && { failed }),
      ...(isSame && { published: { ...published, transaction: known.transaction } }),
    };
  }

  /** Keeps why a release was not published at its time, until it is published or `forget` is called. */
  fail(set: string, error: unknown, at: Date): Message {
    const reason = reasonOf(error);
    const { details, clashes }: Partial<PlinthError> = error instanceof PlinthError ? error : {};
    this.#failures.set(set, {
      at: at.toISOString(),
      problem: { message: reason.text, ...reason.onWire() },
      ...(details && onWire(details)),
      ...(clashes && { clashes: clashes.map(clashOnWire) }),
    });
    return reason;
  }

  /** The set has another time, or is gone. */
  forget(set: string): void {
    this.#failures.delete(set);
  }

  #remember(set: string, release: PublishedRelease): Promise<void> {
    return this.#record.update((value) => {
      const { [set]: _, ...others } = value.folders[this.#root] ?? {};
      const kept = Object.entries(others).slice(-MAX_REMEMBERED + 1);
      value.folders = { ...value.folders, [this.#root]: Object.fromEntries([...kept, [set, release]]) };
    });
  }
}
