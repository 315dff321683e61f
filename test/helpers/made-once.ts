/** Files that a process of the tests makes once. */

/** Gives each caller a copy of what was made for the same arguments. */
export function madeOnce<Arguments extends unknown[]>(
  make: (...args: Arguments) => Promise<Buffer>,
): (...args: Arguments) => Promise<Buffer<ArrayBuffer>> {
  const made = new Map<string, Promise<Buffer>>();
  return async (...args) => {
    const key = JSON.stringify(args);
    const bytes = made.get(key) ?? make(...args);
    made.set(key, bytes);
    return Buffer.from(await bytes);
  };
}
