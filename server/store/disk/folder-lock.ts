/**
 * One server per folder: a listening socket named after the folder's device and inode and, on Linux, where such names
 * belong to a network namespace, a lock on the folder itself, which containers see as well. Shares have no locks on
 * folders that other machines see, but on files: on a share a file is locked, too. The kernel, or the server of the
 * share, frees them with the process, so they never go stale.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  constants,
  openSync,
  realpathSync,
  statfsSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeOf } from './fs-errors.js';
import { readBytes } from './json-file.js';
import { Layout } from './layout.js';
import { makeFoldersSync } from './make-folders.js';

export interface FolderLock {
  release(): Promise<void>;
}

/** Locks a folder for this process; undefined when another serves it. Throws when the folder is not there. */
export type LockFolder = (root: string) => Promise<FolderLock | undefined>;

/** As `LockFolder`, for containers as well. */
export async function lockFolder(root: string): Promise<FolderLock | undefined> {
  const socket = await lockByName(root);
  if (!socket || process.platform !== 'linux') return socket;
  const folder = openSync(root, 'r');
  return (await isLockedElsewhere(folder)) ? without(socket, folder) : alsoClosing(socket, folder);
}

/** As `lockFolder` for a data folder, which is locked for other machines, too, where it is on a network share. */
export async function lockDataFolder(root: string, isShared = isOnShare): Promise<FolderLock | undefined> {
  const lock = await lockFolder(root);
  if (!lock || !isShared(root)) return lock;
  const layout = new Layout(realpathSync(root));
  let file: number;
  try {
    layout.guard(layout.lock);
    layout.guard(layout.lockHolder);
    makeFoldersSync(layout.temp);
    file = openSync(layout.lock, constants.O_RDWR | constants.O_CREAT | EXCLUSIVE, 0o666);
  } catch (error) {
    // Who cannot write there keeps no other from writing.
    return IN_USE.has(codeOf(error) ?? '') ? without(lock) : lock;
  }
  if (process.platform === 'linux' && (await isLockedElsewhere(file))) return without(lock, file);
  try {
    // In a file of its own: on some shares a locked one cannot be read.
    writeFileSync(layout.lockHolder, hostname());
  } catch {
    // The next is told without it.
  }
  return alsoClosing(lock, file);
}

/** The machine that has locked a data folder on a network share. */
export function lockHolderOf(root: string, isShared = isOnShare): string | undefined {
  try {
    const layout = new Layout(realpathSync(root));
    layout.guard(layout.lockHolder);
    const text = isShared(root) ? readBytes(layout.lockHolder)?.bytes.toString() : '';
    return text && /^[\w.-]{1,253}$/.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

function alsoClosing(lock: FolderLock, descriptor: number): FolderLock {
  let held = true;
  return {
    async release() {
      if (held) closeSync(descriptor);
      held = false;
      await lock.release();
    },
  };
}

async function without(lock: FolderLock, descriptor?: number): Promise<undefined> {
  if (descriptor !== undefined) closeSync(descriptor);
  await lock.release();
}

/** Locks a file as it is opened: `O_EXLOCK` of macOS, which libuv has for Windows, where it means shared with none. */
const EXCLUSIVE =
  process.platform === 'darwin' ? 0x20 | constants.O_NONBLOCK : process.platform === 'win32' ? 0x10000000 : 0;

/** Errors of opening a file that is locked so; Linux has them for one that Windows has opened on a share. */
const IN_USE: ReadonlySet<string> = new Set(['EAGAIN', 'EBUSY', 'ETXTBSY']);

/** File systems of Linux that other machines can have, too: NFS, SMB (three numbers), 9p, FUSE, Ceph, Lustre. */
const SHARES: ReadonlySet<number> = new Set([
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x01021997, 0x65735546, 0x00c36400, 0x0bd00bd0,
]);

/** Whether a folder is on a file system that other machines can have, too; false where that is not known. */
function isOnShare(folder: string): boolean {
  try {
    if (process.platform === 'linux') return SHARES.has(statfsSync(folder).type >>> 0);
    // A drive letter of a share is resolved to `\\server\share`.
    if (process.platform === 'win32') return realpathSync.native(folder).startsWith('\\\\');
    const { status, stdout } = spawnSync('df', ['-P', folder], { encoding: 'utf8', timeout: PATIENCE });
    return status === 0 && !stdout.split('\n')[1]?.startsWith('/dev/');
  } catch {
    return false;
  }
}

/** How long a lock may take, in ms: a network share whose server does not answer has none. */
const PATIENCE = 5000;

/**
 * Locks an open folder or file for as long as its descriptor is open; true when a process has locked it through another one.
 * Node cannot lock files, but a lock belongs to the open descriptor, so a child that has inherited it can (decision
 * 264). Nothing is locked where the command is missing or the file system has no locks.
 */
function isLockedElsewhere(descriptor: number): Promise<boolean> {
  return new Promise((done) => {
    const child = spawn('flock', ['-n', '-x', '3'], {
      stdio: ['ignore', 'ignore', 'pipe', descriptor],
      env: { ...process.env, LC_ALL: 'C' },
      timeout: PATIENCE,
    });
    let said = '';
    child.stderr?.on('data', (text) => {
      said += text;
    });
    child.on('error', () => done(false));
    // Other failures have this code, too, but say so. On SMB a lock of another machine is a missing permission.
    child.on('close', (code) => done(said === '' ? code === 1 : said.includes('Permission denied')));
  });
}

/** As `LockFolder`, on Linux only for the processes of one network namespace: it starts no process. */
export async function lockByName(root: string): Promise<FolderLock | undefined> {
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
