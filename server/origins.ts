/** Making the origins of changes (spec/events.md#origins). */
import { randomUUID } from 'node:crypto';
import type { Actor, ChangeOrigin, Suggestion, Transaction, TransactionKind } from './contract/changes.js';
import type { Origin } from './events.js';

/**
 * A UUID of version 7: the time in ms, then random bits. `seal` replaces the last five bytes by what it returns for the
 * eleven before them.
 */
export function transactionId(at: Date, seal?: (head: Uint8Array) => Uint8Array): string {
  // Its random bytes are made many at a time, which costs a tenth.
  const bytes = Buffer.from(randomUUID().replaceAll('-', ''), 'hex');
  bytes.writeUIntBE(at.getTime(), 0, 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  if (seal) bytes.set(seal(bytes.subarray(0, 11)).subarray(0, 5), 11);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** A transaction that begins now. */
const newTransaction = (kind: TransactionKind, at: Date): Transaction => ({
  id: transactionId(at),
  kind,
  at: at.toISOString(),
});

/** A new transaction of an actor. */
export const newOrigin = (actor: Actor, kind: TransactionKind, at: Date): Origin => ({
  actor,
  transaction: newTransaction(kind, at),
});

/** What Plinth does by itself. */
export const maintenanceOrigin = (at: Date): Origin => newOrigin({ kind: 'plinth' }, 'maintenance', at);

/** What a command of the command line does, e.g. `import`. */
export const commandOrigin = (name: string, at: Date): Origin =>
  newOrigin({ kind: 'command', name }, 'command', at);

/** Whether a change is part of an import of rows or of a template. */
export const isImport = ({ transaction: { kind } }: Origin): boolean =>
  kind === 'import' || kind === 'template';

/** The origin with a narrower kind of transaction; a part of a larger transaction keeps the kind of the whole. */
export function narrowed(origin: Origin, kind: TransactionKind): Origin {
  const { transaction } = origin;
  if (transaction.kind !== 'request' && transaction.kind !== 'command') return origin;
  return { ...origin, transaction: { ...transaction, kind } };
}

/** The origin of the change of one object among others, with the suggestions that are in it. */
export const accepting = <T extends ChangeOrigin>(
  origin: T,
  suggestions: readonly Suggestion[] | undefined,
): T =>
  suggestions && suggestions.length > 0
    ? { ...origin, transaction: { ...origin.transaction, suggestions: [...suggestions] } }
    : origin;
