/** The shim that makes changes of a folder fail or kills the process at one of them (`fixtures/faultfs.c`). */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { thorough } from './thorough.js';

// The shim is loaded between the program and the C library, so it needs Linux and a C compiler.
export const canFault =
  process.platform === 'linux' && spawnSync('cc', ['--version'], { stdio: 'ignore' }).status === 0;

/** Puts the shim into a folder. It is compiled once for its source; another run may do the same meanwhile. */
export function compileShim(folder: string): string {
  const shim = join(folder, 'faultfs.so');
  const source = fileURLToPath(new URL('../fixtures/faultfs.c', import.meta.url));
  const hash = createHash('sha256').update(readFileSync(source)).digest('hex').slice(0, 16);
  const kept = fileURLToPath(new URL(`../../node_modules/.cache/faultfs-${hash}.so`, import.meta.url));
  if (!existsSync(kept)) {
    const { status, stderr } = spawnSync('cc', ['-O1', '-shared', '-fPIC', source, '-o', shim, '-ldl']);
    if (status !== 0) throw new Error(`The shim does not compile: ${stderr}`);
    mkdirSync(dirname(kept), { recursive: true });
    copyFileSync(shim, `${kept}-${process.pid}`);
    renameSync(`${kept}-${process.pid}`, kept);
  }
  copyFileSync(kept, shim);
  return shim;
}

/** The calls that the shim has logged in a run, as "RUN N CALL PATH". */
export function loggedCalls(log: string, run: number): string[] {
  const lines = existsSync(log) ? readFileSync(log, 'utf8').split('\n') : [];
  return lines.filter((line) => line.startsWith(`${run} `));
}

/**
 * Puts the copy that was made before a call (`copy`) in the place of what it is a copy of. Notes of the journal name the
 * inodes of their files in the copy, as they would after a kill.
 */
export function putCopy(copies: string, at: number, home: string): void {
  rmSync(home, { recursive: true });
  renameSync(join(copies, String(at)), home);
  const lines = readFileSync(join(home, 'inodes'), 'utf8').trimEnd().split('\n');
  const paths = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]),
  );
  rmSync(join(home, 'inodes'));
  for (const path of paths.values()) {
    if (!/\/\.system\/journal\/[^/]+\.json$/.test(path)) continue;
    const inodeNow = (text: string, key: string, inode: string) => {
      const target = paths.get(inode);
      return target === undefined ? text : `${key}${statSync(target).ino}`;
    };
    const note = readFileSync(path, 'utf8');
    writeFileSync(path, note.replace(/("(?:ours|folder)": ?)(\d+)/g, inodeNow));
  }
}

const isSync = (call: string) => / f(?:data)?sync /.test(call);
const isTemporary = (call: string) => / (?:open|p?write(?:64|v)?|ftruncate) \S+\.tmp(?:\/|$)/.test(call);

/**
 * The calls to be killed before, counted from 1. After an fsync the files are as before it. While a temporary file is
 * written, only that file changes; a sample has the first one empty and written, and then every fourth time that another
 * file has changed, every second where those are few, with the last one.
 */
export function killPoints(calls: readonly string[]): number[] {
  const points = calls.map((_call, n) => n + 1).filter((at) => !isSync(calls[at - 2] ?? ''));
  if (thorough) return points;
  const temporary = points.filter((at) => isTemporary(calls[at - 2] ?? ''));
  const sample = points.filter((at) => !temporary.includes(at) || temporary.indexOf(at) < 2);
  const every = sample.length > 12 ? 4 : 2;
  return sample.filter((_at, n) => n % every === 0 || n === sample.length - 1);
}
