/** Where the server of a folder listens, and how it stops. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { message } from '../contract/messages/message.js';
import { conflict } from '../errors.js';
import { type ExtraPorts, isTaken, listenAt } from './extra-ports.js';

/** Grace period for running requests while the server is closing, in ms. */
const GRACE = 30_000;

/** Listens and gives back the port. Throws `conflict` when the port is taken. */
export async function listen(
  server: Server,
  host: string,
  { port, anyPort }: { port: number; anyPort?: boolean | undefined },
): Promise<number> {
  try {
    return await listenAt(server, port, host);
  } catch (error) {
    if (isTaken(error) && anyPort) return listenAt(server, 0, host);
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') {
      throw conflict(message('portTaken', { port }));
    }
    if (code === 'EACCES') throw conflict(message('portForbidden', { port }));
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') throw conflict(message('hostNotHere', { host }));
    throw error;
  }
}

/**
 * Connections that clients open in advance, as browsers do, without a request. Node treats them as busy until their
 * first request times out. The returned function closes them.
 */
export function unusedConnections(server: Server): () => void {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return () => {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  };
}

/** Stops accepting, waits for running requests, closes connections as they become idle. */
export async function stop(server: Server, ports: ExtraPorts, closeUnused: () => void): Promise<void> {
  const closed = [ports.close()];
  if (server.listening) {
    closed.push(once(server, 'close').then(() => undefined));
    server.close();
  }
  const idle = setInterval(() => {
    server.closeIdleConnections();
    closeUnused();
  }, 50);
  const force = setTimeout(() => server.closeAllConnections(), GRACE);
  await Promise.all(closed);
  clearInterval(idle);
  clearTimeout(force);
}
