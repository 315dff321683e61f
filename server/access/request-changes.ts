/** The origin of the changes of a request: its caller, and the transaction it begins or continues. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Actor, isTransactionId } from '../contract/changes.js';
import type { Origin } from '../events.js';
import { transactionId } from '../origins.js';
import type { Caller } from './caller.js';
import { OWNER } from './sessions.js';

/** For how long after its beginning a transaction can be continued, in ms. */
const LONGEST = 60 * 60_000;

/** The caller as an actor. */
export function actorOf(caller: Caller): Actor {
  switch (caller.kind) {
    case 'owner':
    case 'user': {
      const { id, name } = caller.session.user;
      return { kind: id === OWNER.id ? 'owner' : 'user', id, name };
    }
    case 'key':
      return { kind: 'key', id: caller.key.id, name: caller.key.name };
    case 'token': {
      const { clientId, clientName, user } = caller.token;
      return { kind: 'app', id: clientId, name: clientName, user: user.id };
    }
    case 'automation':
      return { kind: 'automation', id: caller.id };
    case 'anonymous':
      return { kind: 'anonymous' };
  }
}

/**
 * Transactions of requests. The ids made here are sealed with their actor, so that a request can only continue a
 * transaction of its own caller, of this run of the server (decision 165).
 */
export class RequestChanges {
  readonly #secret = randomBytes(32);
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  /**
   * The origin of a request's changes. `asked`: the transaction it wants to continue; one that cannot be continued is
   * ignored, and a new one begins.
   */
  origin(actor: Actor, asked: string | undefined): Origin {
    const seal = this.#sealOf(actor);
    const now = this.#now();
    const begun = asked === undefined ? undefined : this.#begun(asked, seal, now);
    if (asked !== undefined && begun) {
      return { actor, transaction: { id: asked, kind: 'bulk', at: begun.toISOString() } };
    }
    return { actor, transaction: { id: transactionId(now, seal), kind: 'request', at: now.toISOString() } };
  }

  #sealOf({ kind, id = '', user = '' }: Actor): (head: Uint8Array) => Uint8Array {
    return (head) =>
      createHmac('sha256', this.#secret)
        .update(head)
        .update(JSON.stringify([kind, id, user]))
        .digest();
  }

  /** When a transaction of the caller began; undefined for any other id. */
  #begun(id: string, seal: (head: Uint8Array) => Uint8Array, now: Date): Date | undefined {
    if (!isTransactionId(id)) return undefined;
    const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
    const sealed = seal(bytes.subarray(0, 11)).subarray(0, 5);
    if (!timingSafeEqual(bytes.subarray(11), sealed)) return undefined;
    const begun = bytes.readUIntBE(0, 6);
    return Math.abs(now.getTime() - begun) <= LONGEST ? new Date(begun) : undefined;
  }
}
