/** What is wrong with the operations of a batch, collected so that all of it is answered at once. */
import type { Clash } from '../../contract/merge/rules.js';
import { type Details, type Message, message } from '../../contract/messages/message.js';
import { failed, PlinthError } from '../../errors.js';
import { SlowCheck } from '../../schemas/too-slow.js';
import { type BatchOperation, placeOf } from './batch-operations.js';

/** Kinds of errors that belong to one operation; any other ends the batch. */
const OWN: ReadonlySet<string> = new Set([
  'validation',
  'invalid',
  'missing',
  'conflict',
  'taken',
  'damaged',
  'stale',
  'clash',
]);

/** Those that only say that others have changed an object. */
const MEANWHILE: ReadonlySet<string> = new Set(['stale', 'clash']);

/** What is wrong with the operations, by their places. */
export class Problems {
  readonly #details = new Map<string, Message[]>();
  readonly #clashes: Clash[] = [];
  #onlyMeanwhile = true;

  async attempt<T>(at: number, step: () => Promise<T>): Promise<T | undefined> {
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof PlinthError) || !OWN.has(error.kind)) throw error;
      this.#onlyMeanwhile &&= MEANWHILE.has(error.kind);
      for (const clash of error.clashes ?? []) {
        this.#clashes.push({ ...clash, path: ['operations', String(at), 'data', ...clash.path] });
      }
      const details = Object.entries(error.details ?? {});
      if (error instanceof SlowCheck) {
        throw failed(
          Object.fromEntries(details.map(([property, messages]) => [placeOf(at, property), messages])),
        );
      }
      if (details.length === 0) this.#details.set(placeOf(at), [error.reason]);
      for (const [property, messages] of details) this.#details.set(placeOf(at, property), messages);
      return undefined;
    }
  }

  /** Throws what was found: `stale` or `clash` when versions were all that was wrong, else `validation`. */
  raise(): void {
    if (this.#details.size === 0) return;
    const details: Details = Object.fromEntries(this.#details);
    const clashes = this.#clashes;
    const more = { details, ...(clashes.length > 0 && { clashes }) };
    if (!this.#onlyMeanwhile) {
      throw new PlinthError('validation', message('operationsFailed'), more);
    }
    const kind = clashes.length > 0 ? 'clash' : 'stale';
    throw new PlinthError(kind, message('objectsChanged'), more);
  }
}

/**
 * Names the object and the property of each problem, instead of its place in a batch the caller has not sent. `what`
 * says what of an object could not be changed.
 */
export function namedProblems(
  error: unknown,
  operations: readonly BatchOperation[],
  what: (object: string) => string,
): unknown {
  if (!(error instanceof PlinthError) || !error.details) return error;
  const details = Object.entries(error.details).map(([place, problems]): [string, typeof problems] => {
    const [, at = '', property = ''] = /^operations\[(\d+)\](?:\.data)?(.*)$/s.exec(place) ?? [];
    const operation = operations[Number(at)];
    if (at === '' || !operation) return [place, problems];
    // The id of a new object may be one the caller has not chosen; that of stored values is known.
    if (operation.operation === 'create' && !operation.stored)
      return [property.replace(/^\./, '') || 'id', problems];
    return [`${operation.collection}/${operation.id}${property}`, problems];
  });
  const [first] = details.filter(([place]) => place.includes('/'));
  const reason = first
    ? message('objectNotChanged', {
        what: what(first[0].replace(/\..*$/s, '')),
        problems: first[1].map(({ text }) => text).join('; '),
      })
    : error.reason;
  return new PlinthError(error.kind, reason, { details: Object.fromEntries(details), cause: error });
}
