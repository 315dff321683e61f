/** Sources that were uploaded to be imported: kept beside the data folder until they are imported, discarded or too old. */
import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Base } from '../content/core/base.js';
import { safeFileName } from '../contract/files.js';
import type { ImportMapping } from '../contract/imports.js';
import { message } from '../contract/messages/message.js';
import { missing, PlinthError } from '../errors.js';
import type { Incoming } from '../store/types/files.js';
import { openSource } from './open-source.js';
import { planImport } from './plan.js';
import type { Source } from './source.js';

/** Most uploads at a time, and how long one is kept, in ms. */
const MAX_UPLOADS = 5;
const KEPT_MS = 2 * 3_600_000;

export interface UploadedSource {
  readonly id: string;
  readonly source: Source;
  readonly mapping: ImportMapping;
  readonly total: number;
  /** Whether the mapping is that of an earlier import. */
  readonly isEarlier: boolean;
}

interface Kept extends UploadedSource {
  incoming: Incoming;
  at: number;
  isBusy: boolean;
}

export class SourceUploads {
  readonly #base: Base;
  readonly #kept = new Map<string, Kept>();

  constructor(base: Base) {
    this.#base = base;
  }

  /** Takes a file, reads it and proposes a mapping. Throws `invalid` for a file that cannot be imported, `tooLarge`. */
  async add(
    receive: (
      write: (content: Readable, name: string) => Promise<void>,
    ) => Promise<{ baseUrl: string | undefined }>,
    limit: number,
  ): Promise<UploadedSource> {
    await this.#makeRoom();
    const incoming = await this.#base.store.files.incoming();
    try {
      let name = '';
      const { baseUrl } = await receive(async (content, sent) => {
        name = safeFileName(sent, this.#base.now());
        await incoming.write(name, content, limit);
      });
      const source = await openSource(this.#base, incoming.pathOf(name), {
        baseUrl,
        identity: `upload:${name}`,
      });
      try {
        const { mapping, analysis, isEarlier } = await planImport(this.#base, source);
        const id = randomBytes(12).toString('hex');
        const at = this.#base.now().getTime();
        const kept: Kept = {
          id,
          source,
          mapping,
          total: analysis.total,
          isEarlier,
          incoming,
          at,
          isBusy: false,
        };
        this.#kept.set(id, kept);
        return kept;
      } catch (error) {
        await source.close();
        throw error;
      }
    } catch (error) {
      await incoming.discard();
      throw error;
    }
  }

  /** Does work with an upload, which stays until then. Throws `missing`, `busy` while other work uses it. */
  async use<T>(id: string, work: (upload: UploadedSource) => Promise<T>): Promise<T> {
    const upload = this.#find(id);
    if (upload.isBusy) throw new PlinthError('busy', message('importRunningAlready'));
    upload.isBusy = true;
    try {
      return await work(upload);
    } finally {
      upload.isBusy = false;
      upload.at = this.#base.now().getTime();
    }
  }

  /** Throws `missing`, `busy`. */
  async remove(id: string): Promise<void> {
    const upload = this.#find(id);
    if (upload.isBusy) throw new PlinthError('busy', message('importRunning'));
    await this.#discard(upload);
  }

  async close(): Promise<void> {
    for (const upload of this.#kept.values()) await this.#discard(upload);
  }

  #find(id: string): Kept {
    const upload = this.#kept.get(id);
    if (!upload) throw missing(message('uploadMissing'));
    return upload;
  }

  /** Discards those that are too old, and the oldest where there are too many. */
  async #makeRoom(): Promise<void> {
    const oldest = this.#base.now().getTime() - KEPT_MS;
    const idle = [...this.#kept.values()].filter(({ isBusy }) => !isBusy).sort((a, b) => a.at - b.at);
    const excess = this.#kept.size - MAX_UPLOADS + 1;
    for (const [at, upload] of idle.entries())
      if (upload.at < oldest || at < excess) await this.#discard(upload);
    if (this.#kept.size >= MAX_UPLOADS) throw new PlinthError('busy', message('importsBusy'));
  }

  async #discard({ id, source, incoming }: Kept): Promise<void> {
    this.#kept.delete(id);
    await source.close();
    await incoming.discard();
  }
}
