import { createServer } from 'node:net';

/** The command line's default, so that a program keeps its address when it changes from one to the other. */
export const DEFAULT_PORT = 4180;

/**
 * The port to serve on: the wanted one when it is free, else 0, which lets the system pick.
 * Another program may still take it before the server listens; the server then says so and the user may retry.
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
