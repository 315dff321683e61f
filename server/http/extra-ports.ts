/** Further ports of this machine at which a server answers, each for as long as a command needs it. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer, type Server as Listener } from 'node:net';

export interface OpenPort {
  readonly port: number;
  /** Frees the port, unless others use it too. */
  close(): void;
}

interface Shared {
  readonly port: number;
  readonly listener: Listener;
  users: number;
}

const LOOPBACK = '127.0.0.1';

/** Whether a port is in use, or reserved as Windows does. */
export const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES');

/** Listens and gives back the port. */
export async function listenAt(server: Listener, port: number, host: string): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

export class ExtraPorts {
  readonly #server: Server;
  readonly #open = new Map<number, Shared>();
  #turn: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(server: Server) {
    this.#server = server;
  }

  /** Opens a port, or joins those who use it. With `orAny` a free one is taken where it is in use. */
  open(port: number, { orAny }: { orAny: boolean }): Promise<OpenPort> {
    const opened = this.#turn.then(() => this.#openNow(port, orAny));
    this.#turn = opened.catch(() => undefined);
    return opened;
  }

  /** Accepts no more connections. Resolves when those that were accepted have ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const listeners = [...this.#open.values()].map(({ listener }) => listener);
    this.#open.clear();
    await Promise.all(listeners.map(closed));
    await this.#turn;
  }

  async #openNow(wanted: number, orAny: boolean): Promise<OpenPort> {
    const shared = this.#open.get(wanted) ?? (await this.#listen(wanted, orAny));
    shared.users += 1;
    let isOpen = true;
    return {
      port: shared.port,
      close: () => {
        if (!isOpen) return;
        isOpen = false;
        shared.users -= 1;
        if (shared.users > 0 || this.#open.get(shared.port) !== shared) return;
        this.#open.delete(shared.port);
        void closed(shared.listener);
      },
    };
  }

  /** The server itself where it does not listen yet: without that it would not know its idle connections. */
  #listener(): Listener {
    const server = this.#server;
    if (!server.listening) return server;
    // With the options of `http.Server`, which handles the connections.
    const listener = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      server.emit('connection', socket),
    );
    listener.maxConnections = server.maxConnections;
    return listener;
  }

  async #listen(wanted: number, orAny: boolean): Promise<Shared> {
    const listener = this.#listener();
    const port = await listenAt(listener, wanted, LOOPBACK).catch((error: unknown) => {
      if (!orAny || !isTaken(error)) throw error;
      return listenAt(listener, 0, LOOPBACK);
    });
    if (this.#isClosed) {
      await closed(listener);
      throw new Error('The server is closing');
    }
    const shared = { port, listener, users: 0 };
    this.#open.set(port, shared);
    return shared;
  }
}

async function closed(listener: Listener): Promise<void> {
  const end = once(listener, 'close');
  listener.close();
  await end;
}
