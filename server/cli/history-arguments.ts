/** Arguments of `plinth history`, `plinth undo` and `plinth restore`. */
import { UsageError } from './command.js';

/** COLLECTION/ID, the only positional argument. */
export function objectOf(positionals: readonly string[]): [collection: string, id: string] {
  const [collection, id, ...rest] = positionals.length === 1 ? (positionals[0] ?? '').split('/') : [];
  if (!collection || !id || rest.length > 0) throw new UsageError('Name one object as COLLECTION/ID');
  return [collection, id];
}

/** A time in ms since 1970; a date is its beginning in UTC. */
export function momentOf(value: string | undefined, option: string): number | undefined {
  if (value === undefined) return undefined;
  const time = Date.parse(value);
  if (Number.isFinite(time)) return time;
  throw new UsageError(`${option} takes a time such as 2026-01-31 or 2026-01-31T12:00:00Z, not "${value}"`);
}

export function numberOf(value: string | undefined, option: string): number | undefined {
  if (value === undefined) return undefined;
  if (/^[1-9]\d{0,5}$/.test(value)) return Number(value);
  throw new UsageError(`${option} takes a number, not "${value}"`);
}
