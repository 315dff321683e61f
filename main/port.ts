import { createServer } from 'node:net';

/** The default of the command line, so that clients can switch between both without a new URL. */
export const DEFAULT_PORT = 4180;

/**
 * The port to serve on: the preferred one when it is free, else 0, which lets the system pick. Another process may
 * still take it before the server listens; the server then reports that and the user can retry.
 */
export function freePort(wanted: number): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(0));
    probe.listen({ port: wanted, host: '127.0.0.1', exclusive: true }, () => {
      probe.close(() => resolve(wanted));
    });
  });
}
