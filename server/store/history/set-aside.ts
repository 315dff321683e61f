/**
 * Second names of files that are about to be replaced or removed. A hard link costs microseconds, and it makes the
 * replacement faster: the file system frees the old blocks later, when the history has taken them in
 * (spec/performance.md#writes).
 */
import { copyFileSync, linkSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, isAbsent, NO_LINKS } from '../disk/fs-errors.js';
import { statOf } from '../disk/stamp.js';

/** `{folder}~{name}~{process}-{number}`, with another part for files of objects; ids have no `~`. */
const NAME = /^([^~]+~[^~]+(?:~[^~]+)?)~\d+-(\d+)$/;

export interface SetAsideFile {
  /** The file it was, below the data folder. */
  path: string;
  /** Absolute path of the second name. */
  file: string;
  /** Order in which one process set them aside. */
  order: number;
}

/** A folder for both names on the volume of the data folder: `preferred` if it is there, else `other`. */
function folderOnVolume(root: string, preferred: string, other: string): string {
  mkdirSync(preferred, { recursive: true, mode: 0o700 });
  return statSync(preferred).dev === statSync(root).dev ? preferred : other;
}

export class SetAside {
  /** Where files are set aside now, and all folders where some may be. */
  #folder: string;
  readonly #folders: readonly string[];
  readonly #other: string;
  #number = 0;

  /** `other`: a folder on the volume of the data folder, used where links into `preferred` fail. */
  constructor(root: string, preferred: string, other: string) {
    this.#folder = folderOnVolume(root, preferred, other);
    this.#folders = [preferred, other];
    this.#other = other;
  }

  /** Gives a file a second name, synchronously. Throws the system's error; a missing file is none. */
  add(file: string, path: string): void {
    this.#number += 1;
    const name = `${path.replaceAll('/', '~')}~${process.pid}-${this.#number}`;
    try {
      this.#link(file, name);
    } catch (error) {
      const isOtherVolume = codeOf(error) === 'EXDEV';
      if (!isOtherVolume && !NO_LINKS.has(codeOf(error) ?? '')) throw error;
      if (isOtherVolume && this.#folder !== this.#other) {
        this.#folder = this.#other;
        this.#link(file, name);
      } else copyFileSync(file, join(this.#folder, name));
    }
  }

  /** All files set aside, of any process, the oldest of each first. */
  list(): SetAsideFile[] {
    const found: SetAsideFile[] = [];
    for (const folder of this.#folders) {
      for (const name of namesIn(folder)) {
        const [, path, number] = NAME.exec(name) ?? [];
        if (path === undefined) continue;
        found.push({ path: path.replaceAll('~', '/'), file: join(folder, name), order: Number(number) });
      }
    }
    return found.sort((a, b) => a.order - b.order);
  }

  async remove(files: readonly SetAsideFile[]): Promise<void> {
    for (const { file } of files) await unlink(file).catch(() => {});
  }

  #link(file: string, name: string): void {
    try {
      linkSync(file, join(this.#folder, name));
    } catch (error) {
      if (!isAbsent(error)) throw error;
      if (!statOf(file)) return;
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      linkSync(file, join(this.#folder, name));
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}
