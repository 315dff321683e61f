/** Addresses of files as a change set has them: without the set the server answers what is live. */
import type { JsonValue } from '#contract/values';

const SERVED = /^\/(?:imageworks|download|stream)\//;

/** The address of a file in a set, or in several, separated by commas. */
export const addressInSet = (address: string, set: string | undefined): string =>
  set === undefined || !SERVED.test(address) || address.includes('perspective=')
    ? address
    : `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams({ perspective: set })}`;

/** A value whose files have the addresses they have in a set. */
export function inSet(value: JsonValue, set: string | undefined): JsonValue {
  if (set === undefined || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => inSet(one, set));
  const own = Object.entries(value).map(([key, one]): [string, JsonValue] =>
    key === 'url' && typeof one === 'string' ? [key, addressInSet(one, set)] : [key, inSet(one, set)],
  );
  return Object.fromEntries(own);
}
