/** Who makes a change, and which changes were made together (spec/events.md#origins). */
import * as wire from './json-schema.js';

/** Who makes a change. */
export const ACTOR = wire.all(
  {
    /** `anonymous`: a caller without credentials; `external`: another program; `plinth`: Plinth itself. */
    kind: wire.choice(
      'owner',
      'user',
      'key',
      'app',
      'automation',
      'command',
      'anonymous',
      'external',
      'plinth',
    ),
  },
  {
    /** Of the user, key, OAuth client or automation. */
    id: wire.text,
    /** Of the user, key, OAuth client or automation; of a command, e.g. `import`. */
    name: wire.text,
    /** Id of the user an app acts for. */
    user: wire.text,
    /** Id of the run of an automation. */
    run: wire.text,
  },
);
export type Actor = Readonly<wire.Typed<typeof ACTOR>>;
export type ActorKind = Actor['kind'];

/** A suggestion that was accepted. */
const SUGGESTION = wire.all(
  { title: wire.text },
  {
    /** Who made it. */
    author: ACTOR,
    /** Who accepted it into the draft or release that was published; absent where the actor did. */
    acceptedBy: ACTOR,
  },
);
export type Suggestion = Readonly<wire.Typed<typeof SUGGESTION>>;

/** Changes that were made together. */
export const TRANSACTION = wire.all(
  {
    /** UUID of version 7: later transactions have higher ids. */
    id: wire.text,
    /** `request` where nothing more is known, `maintenance`: what Plinth does by itself. */
    kind: wire.choice(
      'request',
      'batch',
      'bulk',
      'import',
      'template',
      'rename',
      'restore',
      'publish',
      'undo',
      'automation',
      'command',
      'external',
      'maintenance',
    ),
    /** When it began. */
    at: wire.time,
  },
  {
    /** Suggestions that are in the change of this object. */
    suggestions: wire.listOf(SUGGESTION),
  },
);
export type Transaction = Readonly<wire.Typed<typeof TRANSACTION>>;
export type TransactionKind = Transaction['kind'];

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
