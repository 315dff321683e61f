/**
 * Requests to a server of Plinth: to that of this process through memory, where every check of a request applies without a
 * port and they count as requests of this machine, or to another one of this machine.
 */
import { get, type IncomingMessage, request, type Server } from 'node:http';
import { duplexPair } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { Request } from './request.js';

/** Attempts while the server is busy, and the longest pause between two, in ms. */
const ATTEMPTS = 20;
const LONGEST_PAUSE = 5000;

export interface InProcessClient {
  /** The response to a GET; its body has to be read. Waits while the server is busy. */
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<IncomingMessage>;
}

/** Whether a request comes from this process: it fetches files for others, and is no download. */
export const isInProcess = ({ socket }: Request): boolean => 'isInProcess' in socket;

/** A client of a server, which need not listen. */
export function inProcessClient(server: Server): InProcessClient {
  const once = (path: string, headers: Readonly<Record<string, string>>) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const createConnection = () => {
        const [near, far] = duplexPair();
        server.emit(
          'connection',
          Object.assign(far, { localPort: 80, remoteAddress: '127.0.0.1', isInProcess: true }),
        );
        return near;
      };
      const sent = request({ path, headers: { ...headers, host: '127.0.0.1' }, createConnection }, resolve);
      sent.on('error', reject);
      sent.end();
    });
  return patient(once);
}

/** A client of the server of another process at an address of this machine. */
export function localClient(url: string): InProcessClient {
  const { hostname, port } = new URL(url);
  return patient(
    (path, headers) =>
      new Promise((resolve, reject) => {
        // Kept connections would keep this process running.
        get({ hostname, port, path, headers, agent: false }, resolve).on('error', reject);
      }),
  );
}

/** Asks again while the server is busy. */
function patient(
  once: (path: string, headers: Readonly<Record<string, string>>) => Promise<IncomingMessage>,
): InProcessClient {
  return {
    async get(path, headers = {}) {
      for (let attempt = 1; ; attempt += 1) {
        const response = await once(path, headers);
        const { statusCode } = response;
        if ((statusCode !== 503 && statusCode !== 429) || attempt === ATTEMPTS) return response;
        response.resume();
        const seconds = Number(response.headers['retry-after'] ?? 1);
        await pause(Math.min((Number.isFinite(seconds) ? seconds : 1) * 1000, LONGEST_PAUSE));
      }
    },
  };
}
