/**
 * Files of a folder that Plinth wrote. A list of them with their digests decides what may be replaced and deleted,
 * also after a run that was interrupted: what a run is about to write is noted first. Objects have the same path in
 * each run: names made of digests would need a manifest to be read at all.
 */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { message } from '../contract/messages/message.js';
import { isJsonObject } from '../contract/values.js';
import { conflict } from '../errors.js';
import type { OutputFolder, StagedOutput } from '../store/host/output-folder.js';

export interface OwnedFilesOptions {
  /** Path of the list of written files. */
  list: string;
  /** Path of the note of an unfinished run. */
  pending: string;
  /** Whether changes made by others to a file of ours are an error; otherwise the file is written again. */
  keepsEdits?: boolean;
}

/** What happened to the files of a run. */
export interface WrittenCounts {
  written: number;
  unchanged: number;
  removed: number;
}

export const digestOf = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex');

/** The digests in a list of files; nothing for a list that is damaged. */
function readList(text: string): Map<string, string> {
  const listed = new Map<string, string>();
  try {
    const { files }: { files?: unknown } = Object(JSON.parse(text));
    for (const [path, digest] of Object.entries(isJsonObject(files) ? files : {})) {
      if (typeof digest === 'string') listed.set(path, digest);
    }
  } catch {
    // The files are then treated as files of others.
  }
  return listed;
}

export class OwnedFiles {
  readonly counts: WrittenCounts = { written: 0, unchanged: 0, removed: 0 };
  readonly #folder: OutputFolder;
  readonly #options: OwnedFilesOptions;
  /** Digests of files as earlier runs wrote them, several where a run was interrupted. */
  readonly #owned: ReadonlyMap<string, ReadonlySet<string>>;
  /** Files of this run with their digests. */
  readonly #current = new Map<string, string>();

  private constructor(
    folder: OutputFolder,
    options: OwnedFilesOptions,
    owned: ReadonlyMap<string, ReadonlySet<string>>,
  ) {
    this.#folder = folder;
    this.#options = options;
    this.#owned = owned;
  }

  static async open(folder: OutputFolder, options: OwnedFilesOptions): Promise<OwnedFiles> {
    const owned = new Map<string, Set<string>>();
    const add = (path: string, digest: string) => owned.set(path, (owned.get(path) ?? new Set()).add(digest));
    const list = await folder.read(options.list);
    for (const [path, digest] of readList(list?.toString() ?? '{}')) add(path, digest);
    const pending = (await folder.read(options.pending))?.toString() ?? '';
    for (const line of pending.split('\n')) {
      const match = /^([\da-f]{64}) (.+)$/.exec(line);
      if (match) add(match[2] ?? '', match[1] ?? '');
    }
    return new OwnedFiles(folder, options, owned);
  }

  /** Whether an earlier run wrote here. */
  get isKnown(): boolean {
    return this.#owned.size > 0;
  }

  /** Files of this run with their digests, A-Z. */
  current(): [path: string, sha256: string][] {
    return [...this.#current].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  /**
   * Writes a file unless it has these bytes already. Throws `conflict` for a file of others, and with `keepsEdits` for
   * one that was changed since; also `full` and `readOnly`.
   */
  async put(path: string, content: Uint8Array | string): Promise<void> {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    const sha256 = digestOf(bytes);
    if (await this.#isSame(path, sha256)) return;
    await this.#place(path, await this.#folder.stage(bytes));
  }

  /** As `put`, for content of unknown size whose path follows from its digest. */
  async putStream(content: Readable, pathOf: (sha256: string) => string): Promise<string> {
    const staged = await this.#folder.stage(content);
    const path = pathOf(staged.sha256);
    if (this.#current.has(path) || (await this.#isSame(path, staged.sha256))) {
      await this.#folder.discard(staged);
    } else await this.#place(path, staged);
    return path;
  }

  /** Keeps a file of an earlier run as it is. */
  keep(path: string): void {
    const digest = [...(this.#owned.get(path) ?? [])].at(-1);
    if (digest !== undefined && !this.#current.has(path)) this.#current.set(path, digest);
  }

  /**
   * Ends the run: writes the lists, which are not listed themselves, and then deletes files of earlier runs that are
   * not of this one; with `keepsEdits` only unchanged ones. Returns the paths of the others.
   */
  async finish(lists: readonly (readonly [path: string, text: string])[]): Promise<string[]> {
    const others = [...this.#owned].filter(([path]) => !this.#current.has(path));
    // A run that ends after the lists are written leaves these to the next one.
    for (const [path, digests] of others) {
      for (const digest of digests) await this.#folder.append(this.#options.pending, `${digest} ${path}`);
    }
    for (const [path, text] of lists) await this.#putList(path, text);
    const left: string[] = [];
    for (const [path, digests] of others) if (!(await this.#removed(path, digests))) left.push(path);
    await this.#folder.remove(this.#options.pending);
    return left;
  }

  /** Deletes a file of an earlier run; false for one that was changed since. */
  async #removed(path: string, digests: ReadonlySet<string>): Promise<boolean> {
    const found = await this.#folder.digest(path);
    if (found === undefined) return true;
    if (this.#options.keepsEdits && !digests.has(found)) return false;
    await this.#folder.remove(path);
    this.counts.removed += 1;
    return true;
  }

  async #putList(path: string, text: string): Promise<void> {
    const known = await this.#folder.read(path);
    if (known?.toString() === text) return;
    await this.#folder.place(await this.#folder.stage(Buffer.from(text)), path);
  }

  /** Whether the file has these bytes already; throws `conflict` where it must not be replaced. */
  async #isSame(path: string, sha256: string): Promise<boolean> {
    const found = await this.#folder.digest(path);
    if (found === sha256) {
      this.#current.set(path, sha256);
      this.counts.unchanged += 1;
      return true;
    }
    const digests = this.#owned.get(path);
    if (found !== undefined && !digests) {
      throw conflict(message('copyFileOfOthers', { path }), {
        [path]: [message('belongsToOthers')],
      });
    }
    if (found !== undefined && this.#options.keepsEdits && !digests?.has(found)) {
      throw conflict(message('copyFileChanged', { path }), { [path]: [message('wasChangedByOthers')] });
    }
    return false;
  }

  async #place(path: string, staged: StagedOutput): Promise<void> {
    await this.#folder.append(this.#options.pending, `${staged.sha256} ${path}`);
    await this.#folder.place(staged, path);
    this.#current.set(path, staged.sha256);
    this.counts.written += 1;
  }
}
