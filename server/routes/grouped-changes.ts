/**
 * Changes for a client that asked for them in groups (spec/events.md#groups): thousands that come at once are a few
 * events. What it has not taken waits as changes, not as text, and is sent when it has taken the rest.
 */
import { Yielder } from '../async/yielder.js';
import type { ToldChange } from '../content/changes/cursors.js';
import type { ChangeOrigin } from '../contract/changes.js';
import { CHANGE_GROUP, type ChangeGroup } from '../contract/wire.js';
import type { EventStream } from '../http/event-stream.js';

/** Changes are gathered for so long, in ms. */
const GATHERED = 50;

/** Characters of the changes of one event; the last of them may go beyond it. */
const MAX_LENGTH = 64 * 1024;

/** More changes are not kept for a client: it is told to read everything again. */
const MAX_WAITING = 10_000;

export interface GroupedChangesOptions {
  stream: Pick<EventStream, 'send' | 'drained' | 'isClosed'>;
  /** Whether the client may know of a change now. */
  isVisible: (change: ToldChange) => boolean;
  /** Its actor and transaction as the client may know them. */
  originOf: (change: ToldChange) => ChangeOrigin;
  idOf: (change: ToldChange) => string;
  /** Tells the client to read everything again. */
  reset: () => void;
  /** Ends the stream where changes cannot be sent, as when the log cannot be read: the client comes back for them. */
  failed: (error: unknown) => void;
}

export class GroupedChanges {
  readonly #options: GroupedChangesOptions;
  #waiting: ToldChange[] = [];
  #hasLost = false;
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;

  constructor(options: GroupedChangesOptions) {
    this.#options = options;
  }

  send(change: ToldChange): void {
    // Everything is read again after what is lost.
    if (this.#hasLost || !this.#options.isVisible(change)) return;
    this.#waiting.push(change);
    if (this.#waiting.length > MAX_WAITING) {
      this.#waiting = [];
      this.#hasLost = true;
    }
    if (this.#sending) return;
    const { failed } = this.#options;
    this.#timer ??= setTimeout(() => this.drained().catch(failed), GATHERED).unref();
  }

  /** Sends what waits. Resolves when the client has taken most of it, or is gone. Rejects as `isVisible` and `idOf` throw. */
  drained(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sending ??= this.#sendAll();
    return this.#sending;
  }

  async #sendAll(): Promise<void> {
    const { stream, reset } = this.#options;
    const yielder = new Yielder();
    try {
      for (;;) {
        await stream.drained();
        if (yielder.exhausted) await yielder.yieldToEventLoop();
        if (stream.isClosed || (this.#waiting.length === 0 && !this.#hasLost)) break;
        if (this.#hasLost) {
          this.#hasLost = false;
          reset();
        } else this.#sendGroup();
      }
    } finally {
      this.#sending = undefined;
    }
  }

  /** Sends the first changes, as far as they are of one transaction. */
  #sendGroup(): void {
    const { stream, isVisible, originOf, idOf } = this.#options;
    const changes: ChangeGroup['changes'] = [];
    let [taken, length] = [0, 0];
    let [origin, last]: [string?, ToldChange?] = [];
    for (const change of this.#waiting) {
      if (length >= MAX_LENGTH) break;
      if (isVisible(change)) {
        const own = JSON.stringify(originOf(change));
        if (own !== (origin ?? own)) break;
        const told = { ...change.event, at: new Date(change.at).toISOString() };
        changes.push(told);
        length += JSON.stringify(told).length;
        [origin, last] = [own, change];
      }
      taken += 1;
    }
    this.#waiting = this.#waiting.slice(taken);
    if (last) stream.send({ id: idOf(last), event: CHANGE_GROUP, data: { ...originOf(last), changes } });
  }
}
