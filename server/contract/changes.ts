/** Who makes a change, and which changes were made together (spec/events.md#origins). */

/** Kinds of actors. `anonymous`: a caller without credentials; `external`: another program; `plinth`: Plinth itself. */
export type ActorKind =
  | 'owner'
  | 'user'
  | 'key'
  | 'app'
  | 'automation'
  | 'command'
  | 'anonymous'
  | 'external'
  | 'plinth';

/** Who makes a change. */
export interface Actor {
  readonly kind: ActorKind;
  /** Of the user, key, OAuth client or automation. */
  readonly id?: string;
  /** Of the user, key, OAuth client or automation; of a command, e.g. `import`. */
  readonly name?: string;
  /** Id of the user an app acts for. */
  readonly user?: string;
  /** Id of the run of an automation. */
  readonly run?: string;
}

/** What a transaction is. `request` where nothing more is known, `maintenance`: what Plinth does by itself. */
export type TransactionKind =
  | 'request'
  | 'batch'
  | 'bulk'
  | 'import'
  | 'template'
  | 'rename'
  | 'restore'
  | 'undo'
  | 'automation'
  | 'command'
  | 'external'
  | 'maintenance';

/** Changes that were made together. */
export interface Transaction {
  /** UUID of version 7: later transactions have higher ids. */
  readonly id: string;
  readonly kind: TransactionKind;
  /** When it began, ISO 8601 UTC. */
  readonly at: string;
}

/** Where a change comes from. */
export interface ChangeOrigin {
  readonly actor: Actor;
  readonly transaction: Transaction;
}

/**
 * Header with the id of a transaction: of every answer to a change; of a request that continues the transaction of an
 * earlier one of the same caller.
 */
export const TRANSACTION_HEADER = 'X-Plinth-Transaction';

const TRANSACTION_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Whether a text has the form of a transaction id. */
export const isTransactionId = (text: string): boolean => TRANSACTION_ID.test(text);

const named = (name: string | undefined, kind: string): string => (name ? `${kind} "${name}"` : kind);

/** An actor on one line, for pages and logs. */
export function actorLabel({ kind, name, user }: Actor): string {
  switch (kind) {
    case 'owner':
      return 'Owner';
    case 'user':
      return name || 'User';
    case 'key':
      return named(name, 'API key');
    case 'app':
      return user ? `${named(name, 'App')} for ${user}` : named(name, 'App');
    case 'automation':
      return named(name, 'Automation');
    case 'command':
      return name ? `plinth ${name}` : 'Command line';
    case 'anonymous':
      return 'Anonymous';
    case 'external':
      return 'Another program';
    case 'plinth':
      return 'Plinth';
  }
}
