/**
 * One server per folder: a listening socket named after the folder's device and inode. The kernel frees it with the
 * process, so it never goes stale, and the folder has no lock file that a sync tool could copy to another machine.
 */
import { once } from 'node:events';
import { statSync, unlinkSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeOf } from './fs-errors.js';

export interface FolderLock {
  release(): Promise<void>;
}

/** Locks a folder for this process; undefined when another serves it. Throws when the folder is not there. */
export async function lockFolder(root: string): Promise<FolderLock | undefined> {
  const { dev, ino } = statSync(root, { bigint: true });
  const { path, isFile } = socketName(`plinth-${dev}-${ino}`);
  const server = await listen(path);
  if (server) return lockOf(server);
  // The socket file of a killed process remains; nothing answers on it.
  if (!isFile || (await answers(path))) return undefined;
  unlinkSync(path);
  const second = await listen(path);
  return second && lockOf(second);
}

function socketName(name: string): { path: string; isFile: boolean } {
  if (process.platform === 'linux') return { path: `\0${name}`, isFile: false };
  if (process.platform === 'win32') return { path: `\\\\.\\pipe\\${name}`, isFile: false };
  return { path: join(tmpdir(), `${name}.sock`), isFile: true };
}

/** The server listening on a path; undefined when another one does. */
async function listen(path: string): Promise<Server | undefined> {
  const server = createServer((socket) => socket.destroy());
  try {
    server.listen(path);
    await once(server, 'listening');
    // The lock lives as long as the process but does not keep it alive.
    server.unref();
    return server;
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EADDRINUSE' || code === 'EACCES') return undefined;
    throw error;
  }
}

function lockOf(server: Server): FolderLock {
  return {
    async release() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
  };
}

async function answers(path: string): Promise<boolean> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
