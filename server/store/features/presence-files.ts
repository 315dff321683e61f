/**
 * Open forms of other machines, `{data}/.presence/{machine}.json`: small files that sync tools take along. What is in
 * the folder may come from any program, so only little of it is read.
 */
import { constants } from 'node:fs';
import { lstat, mkdir, open, opendir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '../../contract/values.js';
import { isAbsent } from '../disk/fs-errors.js';
import { parseObject } from '../disk/json-file.js';
import { PRESENCE_FOLDER } from '../disk/layout.js';
import type { PresenceFile, PresenceStore } from '../types/features.js';

/** Machines whose files are read, and entries of the folder that are looked at. */
const MAX_FILES = 50;
const MAX_ENTRIES = 500;

/** Larger files are ignored. */
const MAX_BYTES = 32 * 1024;

/** Files of machines that have not written for so long are removed, in ms. */
const ABANDONED = 7 * 86_400_000;

const NAME = /^([0-9a-f]{16})\.json$/;

/** A link is not followed, and a named pipe does not make the process wait. Absent on Windows. */
const READ_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

interface Options {
  root: string;
  now(): Date;
  /** Throws where the folder may not be written. */
  checkWritable(): void;
}

export class PresenceFiles implements PresenceStore {
  readonly #folder: string;
  readonly #options: Options;
  /** What was read, by machine, as long as the file is the same. */
  #known = new Map<string, PresenceFile>();

  constructor(options: Options) {
    this.#options = options;
    this.#folder = join(options.root, PRESENCE_FOLDER);
  }

  async others(own: string): Promise<PresenceFile[]> {
    const known = new Map<string, PresenceFile>();
    for (const machine of await this.#machines()) {
      if (machine === own || known.size >= MAX_FILES) continue;
      const file = await this.#read(machine);
      if (file) known.set(machine, file);
    }
    this.#known = known;
    return [...known.values()];
  }

  async write(machine: string, content: object): Promise<void> {
    this.#options.checkWritable();
    if (!(await this.#isFolder())) await mkdir(this.#folder);
    const temp = join(this.#folder, `.${machine}.tmp`);
    // What a crash has left, or another program has put there, is not written through.
    await rm(temp, { force: true });
    await writeFile(temp, JSON.stringify(content), { flag: 'wx' });
    await rename(temp, this.#pathOf(machine));
  }

  async remove(machine: string): Promise<void> {
    if (await this.#isFolder()) await rm(this.#pathOf(machine), { force: true });
  }

  #pathOf(machine: string): string {
    return join(this.#folder, `${machine}.json`);
  }

  /** Whether the folder is there, and is not a link to another place. Throws where something else has its name. */
  async #isFolder(): Promise<boolean> {
    try {
      if ((await lstat(this.#folder)).isDirectory()) return true;
    } catch (error) {
      if (isAbsent(error)) return false;
      throw error;
    }
    throw new Error(`${PRESENCE_FOLDER} is not a folder`);
  }

  async #machines(): Promise<string[]> {
    if (!(await this.#isFolder())) return [];
    const machines: string[] = [];
    let entries = 0;
    for await (const { name } of await opendir(this.#folder)) {
      const machine = NAME.exec(name)?.[1];
      if (machine !== undefined) machines.push(machine);
      entries += 1;
      if (entries >= MAX_ENTRIES) break;
    }
    return machines.sort();
  }

  /** Undefined for what is not a small file. */
  async #read(machine: string): Promise<PresenceFile | undefined> {
    const path = this.#pathOf(machine);
    const stats = await lstat(path).catch(() => undefined);
    if (!stats?.isFile() || stats.size > MAX_BYTES) return undefined;
    if (stats.mtimeMs < this.#options.now().getTime() - ABANDONED) {
      await rm(path, { force: true }).catch(() => undefined);
      return undefined;
    }
    const mark = `${stats.ino}:${stats.mtimeMs}:${stats.size}`;
    const known = this.#known.get(machine);
    if (known?.mark === mark) return known;
    const content = await contentOf(path);
    return { machine, mark, content };
  }
}

/** Undefined for a file that cannot be read, or holds something else. */
async function contentOf(path: string): Promise<JsonObject | undefined> {
  try {
    const file = await open(path, READ_FLAGS);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_BYTES), 0, MAX_BYTES, 0);
      return parseObject(buffer.subarray(0, bytesRead));
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
}
