/**
 * Tells pages of the preview when they would be others now. A development server may not reload its pages when the content
 * changes, and a reload that is sent while a page is being loaded does not reach it. So a page is asked for again for a
 * while after a change, and compared with what was sent (spec/preview.md#reloading).
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';

/** Milliseconds after a change at which pages are compared: a generator may build for seconds. */
const COMPARED_AT = [500, 1_000, 2_000, 4_000, 8_000] as const;
/** How long a question is left without an answer, in ms. */
const ANSWERED_AFTER = 25_000;
/** How long a page may take, in ms. */
const PAGE_MS = 20_000;
/** The last pages that were sent. */
const MAX_PAGES = 100;

interface Shown {
  /** Of the development server. */
  readonly url: string;
  readonly headers: OutgoingHttpHeaders;
  /** Of its bytes, when all were sent. */
  readonly hash: Promise<string | undefined>;
}

/** Hash of the status and the bytes of an answer. */
async function hashOf(answer: IncomingMessage): Promise<string> {
  const hash = createHash('sha1').update(`${answer.statusCode} `);
  answer.on('data', (chunk: Buffer) => hash.update(chunk));
  await once(answer, 'end');
  return hash.digest('base64url');
}

export class ShownPages {
  readonly #pages = new Map<string, Shown>();
  readonly #waiting = new Set<() => void>();
  #changedAt = Number.NEGATIVE_INFINITY;
  #count = 0;

  /** What the site shows may have changed. */
  changed(): void {
    this.#changedAt = performance.now();
    for (const wake of this.#waiting) wake();
  }

  /** Notes a page of the development server that is being sent, an answer to headers. Returns an id of it. */
  sent(url: string, headers: OutgoingHttpHeaders, answer: IncomingMessage): string {
    this.#count += 1;
    this.#pages.set(`${this.#count}`, {
      url,
      headers: { ...headers },
      hash: hashOf(answer).catch(() => undefined),
    });
    for (const [oldest] of this.#pages) {
      if (this.#pages.size <= MAX_PAGES) break;
      this.#pages.delete(oldest);
    }
    return `${this.#count}`;
  }

  /**
   * Whether a page would be another now; asked once, it answers when that is so, or false after 25 seconds. Aborted when
   * the page is not there any more.
   */
  async isOld(id: string, gone: AbortSignal): Promise<boolean> {
    const page = this.#waiting.size < MAX_PAGES ? this.#pages.get(id) : undefined;
    const until = performance.now() + ANSWERED_AFTER;
    while (page && !gone.aborted) {
      const now = performance.now();
      if (now >= until) break;
      const next = COMPARED_AT.find((after) => this.#changedAt + after > now);
      await this.#wait(Math.min(until, next === undefined ? until : this.#changedAt + next) - now, gone);
      if (gone.aborted || next === undefined || performance.now() < this.#changedAt + next) continue;
      if (await differs(page)) return true;
    }
    return false;
  }

  /** Resolves after a time in ms, at a change, or when the page is gone. */
  #wait(ms: number, gone: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#waiting.delete(done);
        gone.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.#waiting.add(done);
      gone.addEventListener('abort', done, { once: true });
    });
  }
}

/** Whether a page is another than it was sent. One that is another each time it is asked for is left alone. */
async function differs(page: Shown): Promise<boolean> {
  const before = await page.hash;
  const now = before === undefined ? undefined : await ask(page);
  if (now === undefined || now === before) return false;
  return (await ask(page)) === now;
}

/** Hash of a page as the development server answers now; undefined where it does not. */
function ask({ url, headers }: Shown): Promise<string | undefined> {
  return new Promise((resolve) => {
    const send = url.startsWith('https:') ? httpsRequest : httpRequest;
    // Certificates of development servers are their own.
    const options = {
      headers,
      rejectUnauthorized: false,
      signal: AbortSignal.timeout(PAGE_MS),
      agent: false,
    };
    const request = send(url, options, (answer) => {
      hashOf(answer).then(resolve, () => resolve(undefined));
    });
    request.on('error', () => resolve(undefined));
    request.end();
  });
}
