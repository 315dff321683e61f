/**
 * One server per folder: a listening socket named after the folder's device and inode and, on Linux, where such names
 * belong to a network namespace, a lock on the folder itself, which containers see as well. The kernel frees both with
 * the process, so they never go stale, and the folder has no lock file that a sync tool could copy to another machine.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, statSync, unlinkSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeOf } from './fs-errors.js';

export interface FolderLock {
  release(): Promise<void>;
}

/** Locks a folder for this process; undefined when another serves it. Throws when the folder is not there. */
export async function lockFolder(root: string): Promise<FolderLock | undefined> {
  const socket = await lockByName(root);
  if (!socket || process.platform !== 'linux') return socket;
  const folder = openSync(root, 'r');
  if (await isLockedElsewhere(folder)) {
    closeSync(folder);
    await socket.release();
    return undefined;
  }
  let held = true;
  return {
    async release() {
      if (held) closeSync(folder);
      held = false;
      await socket.release();
    },
  };
}

/** How long the lock of a folder may take, in ms: a network share whose server does not answer has none. */
const PATIENCE = 5000;

/**
 * Locks an open folder for as long as its descriptor is open; true when a process has locked it through another one.
 * Node cannot lock files, but a lock belongs to the open descriptor, so a child that has inherited it can (decision
 * 264). Nothing is locked where the command is missing or the file system has no locks.
 */
function isLockedElsewhere(folder: number): Promise<boolean> {
  return new Promise((done) => {
    const child = spawn('flock', ['-n', '-x', '3'], {
      stdio: ['ignore', 'ignore', 'pipe', folder],
      timeout: PATIENCE,
    });
    let said = false;
    child.stderr?.on('data', () => (said = true));
    child.on('error', () => done(false));
    // Other failures have this code, too, but say so.
    child.on('close', (code) => done(code === 1 && !said));
  });
}

async function lockByName(root: string): Promise<FolderLock | undefined> {
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
