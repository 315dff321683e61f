/** Addresses of requests. */

/** Turns a path and query parameters into an address on this origin. */
export function address(
  path: string,
  query: Record<string, string | number | boolean | undefined> | undefined,
): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}
