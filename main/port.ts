import { createServer } from 'node:net';
import type { SettingsFile } from './settings.js';

/** The default of the command line, so that clients can switch between both without a new URL. */
export const DEFAULT_PORT = 4180;

/** How many ports from there on a new folder may get. */
const RANGE = 100;

/** The port for a folder. */
export interface ChosenPort {
  /** 0 lets the system choose. */
  port: number;
  /** The port that clients know, where another process uses it today. */
  taken?: number;
}

/**
 * The port of a folder is the same every day: the one it had, else the first that is free and not another folder's.
 * Another process may still take it before the server listens, which then takes any.
 */
export async function portFor(folder: string, { value }: SettingsFile): Promise<ChosenPort> {
  const known = value.folders[folder]?.port;
  if (known !== undefined) return (await isFree(known)) ? { port: known } : { port: 0, taken: known };
  const others = new Set(Object.values(value.folders).map(({ port }) => port));
  for (let port = DEFAULT_PORT; port < DEFAULT_PORT + RANGE; port += 1) {
    if (!others.has(port) && (await isFree(port))) return { port };
  }
  return { port: 0 };
}

/** Whether a server can listen on the port. */
export function isFree(wanted: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port: wanted, host: '127.0.0.1', exclusive: true }, () => {
      probe.close(() => resolve(true));
    });
  });
}
