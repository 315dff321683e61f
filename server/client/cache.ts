/** Answers kept on disk between builds, for requests with `If-None-Match`. Loaded only where Node is. */
import { createHash } from 'node:crypto';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';

export interface CachedAnswer {
  etag: string;
  body: string;
  headers: Record<string, string>;
}

export interface AnswerCache {
  /** The answer kept for an address; undefined when there is none that can be read. */
  get(address: string): Promise<CachedAnswer | undefined>;
  put(address: string, answer: CachedAnswer): Promise<void>;
}

/** Entries not written for this long are removed, in ms. */
const KEPT = 30 * 24 * 3_600_000;

const isText = (value: unknown): value is string => typeof value === 'string';

/**
 * A cache in a folder. Entries are named by a digest of server, key and address, so that nothing read with one key is
 * answered for another. Builds that run at the same time only replace whole files. Failures of the disk are ignored.
 */
export function openDiskCache(folder: string | undefined, url: string, key: string): AnswerCache {
  const place = folder ?? join(process.cwd(), 'node_modules', '.cache', 'plinth');
  const digest = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest('hex');
  const fileOf = (address: string) => join(place, `${digest(url, key, address)}.json`);
  let cleaned: Promise<void> | undefined;
  let writes = 0;

  const clean = async () => {
    for (const name of await fs.readdir(place)) {
      const file = join(place, name);
      if (Date.now() - (await fs.stat(file)).mtimeMs > KEPT) await fs.rm(file, { force: true });
    }
  };
  const prepare = async () => {
    await fs.mkdir(place, { recursive: true });
    await clean().catch(() => undefined);
  };

  return {
    async get(address) {
      try {
        const stored: Partial<CachedAnswer> & { sum?: unknown } = JSON.parse(
          await fs.readFile(fileOf(address), 'utf8'),
        );
        const { etag, body, headers, sum } = stored;
        const whole = isText(etag) && isText(body) && sum === digest(etag, body, JSON.stringify(headers));
        return whole && headers ? { etag, body, headers } : undefined;
      } catch {
        return undefined;
      }
    },
    async put(address, answer) {
      const file = fileOf(address);
      writes += 1;
      const beside = `${file}.${process.pid}-${writes}-${digest(String(Math.random())).slice(0, 8)}.tmp`;
      try {
        cleaned ??= prepare();
        await cleaned;
        const sum = digest(answer.etag, answer.body, JSON.stringify(answer.headers));
        await fs.writeFile(beside, JSON.stringify({ ...answer, sum }));
        await fs.rename(beside, file);
      } catch {
        await fs.rm(beside, { force: true }).catch(() => undefined);
      }
    },
  };
}
