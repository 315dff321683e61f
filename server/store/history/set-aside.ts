/**
 * Second names of files that are about to be replaced or removed. A hard link costs microseconds, and it makes the
 * replacement faster: the file system frees the old blocks later, when the history has taken them in
 * (spec/performance.md#writes).
 */
import { randomInt } from 'node:crypto';
import { copyFileSync, linkSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { Yielder } from '../../async/yielder.js';
import { discardNow } from '../disk/file-operations.js';
import { codeOf, isAbsent, NO_LINKS } from '../disk/fs-errors.js';
import { CHANGES_FOLDER } from '../disk/layout.js';
import { stampOf, statOf } from '../disk/stamp.js';
import type { Stamp } from '../types/stamp.js';

/** `{folder}~{name}~{run}-{number}-{place}`, with further parts for files of objects and of sets; ids have no `~`. */
const NAME = /^([^~]+~[^~]+(?:~[^~]+){0,2})~\d+-(\d+)-([\d.]+)$/;

/** Of changes of sets, whose paths are the longest: names have at most 255 bytes. */
const OF_SETS = '+';

const nameOf = (path: string): string =>
  (path.startsWith(`${CHANGES_FOLDER}/`) ? OF_SETS + path.slice(CHANGES_FOLDER.length) : path).replaceAll(
    '/',
    '~',
  );

const pathOf = (name: string): string =>
  (name.startsWith(OF_SETS) ? CHANGES_FOLDER + name.slice(OF_SETS.length) : name).replaceAll('~', '/');

/**
 * So long after it was read a file set aside is looked at once more, in ms: a program that had opened it before it was
 * replaced may still write into it.
 */
const LOOK_AGAIN_MS = 3_000;

interface Look {
  /** When the file was last changed. */
  changed: number | undefined;
  at: number;
}

export interface SetAsideFile {
  /** The file it was, below the data folder. */
  path: string;
  /** Absolute path of the second name. */
  file: string;
  /** Place of the last change before it was set aside: the next one of this file has replaced it. */
  place: number;
  /** Order in which one run set them aside. */
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
  /** Names of this run: in a container the next process has the same id. */
  readonly #run = randomInt(2 ** 47);
  /** Goes on after those of the runs before: files that the same change replaced are in the order of their numbers. */
  #number: number;
  readonly #now: () => Date;
  /** The last look at each file, by its second name. */
  readonly #looks = new Map<string, Look>();
  /** Files that were there when they were set aside, and whose change is not recorded yet. */
  readonly #unrecorded = new Set<string>();

  /** `other`: a folder on the volume of the data folder, used where links into `preferred` fail. */
  constructor(root: string, preferred: string, other: string, now: () => Date) {
    this.#now = now;
    this.#folder = folderOnVolume(root, preferred, other);
    this.#folders = [preferred, other];
    this.#other = other;
    const numbers = this.#folders.flatMap(namesIn).map((name) => Number(NAME.exec(name)?.[2] ?? 0));
    this.#number = numbers.reduce((most, one) => Math.max(most, one), 0);
  }

  /**
   * Gives a file a second name, synchronously. `place`: of the last change so far. Throws the system's error; a missing
   * file is none.
   */
  add(file: string, path: string, place: number): void {
    this.#number += 1;
    const name = `${nameOf(path)}~${this.#run}-${this.#number}-${place}`;
    this.#unrecorded.add(path);
    if (!this.#linkOrCopy(file, name)) this.#unrecorded.delete(path);
  }

  /** Notes that a change is recorded. The answer says whether it has replaced or removed a file. */
  recorded(path: string): boolean {
    return this.#unrecorded.delete(path);
  }

  /** Files set aside that are to be read now, of any process, the oldest of each first. */
  list(): SetAsideFile[] {
    const found: SetAsideFile[] = [];
    for (const folder of this.#folders) {
      for (const name of namesIn(folder)) {
        // Joined by hand: there can be thousands, and each is listed several times.
        const file = folder + sep + name;
        if (this.#looks.has(file)) continue;
        const [, path, number, place] = NAME.exec(name) ?? [];
        if (path === undefined) continue;
        found.push({ path: pathOf(path), file, place: Number(place), order: Number(number) });
      }
    }
    return found.sort((a, b) => a.place - b.place || a.order - b.order);
  }

  /** Whether files wait for another look. */
  get isWaiting(): boolean {
    return this.#looks.size > 0;
  }

  /** Notes that a file is read now; its stamp, if it is there. */
  look(file: string): Stamp | undefined {
    const stats = statOf(file);
    this.#looks.set(file, { changed: stats?.ctimeMs, at: this.#now().getTime() });
    return stats && stampOf(stats);
  }

  /** What was read since could not be taken in: it is listed again. */
  forgetLooks(): void {
    this.#looks.clear();
  }

  /** Removes files that were read some time ago, except those that were written to since: these are listed again. */
  async removeRead(): Promise<void> {
    const yielder = new Yielder();
    for (const [file, look] of this.#looks) {
      if (!this.#isDue(look)) continue;
      this.#looks.delete(file);
      if (statOf(file)?.ctimeMs === look.changed) discardNow(file);
      if (yielder.exhausted) await yielder.yieldToEventLoop();
    }
  }

  /** A clock that was set back does not make it wait longer. */
  #isDue({ at }: Look): boolean {
    return Math.abs(this.#now().getTime() - at) >= LOOK_AGAIN_MS;
  }

  /** False where there is no file. */
  #linkOrCopy(file: string, name: string): boolean {
    try {
      return this.#link(file, name);
    } catch (error) {
      const isOtherVolume = codeOf(error) === 'EXDEV';
      if (!isOtherVolume && !NO_LINKS.has(codeOf(error) ?? '')) throw error;
      if (isOtherVolume && this.#folder !== this.#other) {
        this.#folder = this.#other;
        return this.#link(file, name);
      }
      copyFileSync(file, join(this.#folder, name));
      return true;
    }
  }

  #link(file: string, name: string): boolean {
    try {
      linkSync(file, join(this.#folder, name));
    } catch (error) {
      if (!isAbsent(error)) throw error;
      if (!statOf(file)) return false;
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      linkSync(file, join(this.#folder, name));
    }
    return true;
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
