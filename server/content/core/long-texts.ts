/** Reads long texts in a thread, one after another; a text that takes too long is rejected. */
import { startThread } from '../../helpers/helper.js';
import { HelperPool, JobFailed } from '../../helpers/helper-pool.js';
import type { LongTextReader } from '../../properties/kind.js';
import type { Markup } from '../../properties/markup/clean.js';
import type { TextAnswer, TextJob } from '../../properties/markup/worker.js';
import { Refusal } from '../../properties/refusal.js';

/** A text of 5 MB at the limits of `markup/limits.ts` takes some three seconds. */
const DEADLINE = 20_000;
const HEAP_MB = 512;
const LIMITS = { size: 1, waiting: 64, maxWaitMs: 60_000 };

const isAnswer = (value: unknown): value is TextAnswer =>
  typeof value === 'object' &&
  value !== null &&
  ('text' in value || 'removed' in value || 'refused' in value);

export class LongTexts implements LongTextReader {
  readonly #pool = new HelperPool(
    () => startThread('properties/markup/worker', { heapMb: HEAP_MB }),
    LIMITS,
    'Too many long texts are being saved; try again',
  );

  /** The sanitized text. Rejects with `Refusal`, or `busy` when too many wait. */
  async clean(markup: Markup, text: string, hosts?: readonly string[]): Promise<string> {
    const answer = await this.#ask({ markup, text, ...(hosts && { hosts }) });
    if ('text' in answer) return answer.text;
    throw new Error('Unexpected reply from the thread for long texts');
  }

  /** The text in the case a setting names. Rejects as `clean`. */
  async transform(text: string, transform: string): Promise<string> {
    const answer = await this.#ask({ transform, text });
    if ('text' in answer) return answer.text;
    throw new Error('Unexpected reply from the thread for long texts');
  }

  /** What sanitizing removed from a text, for people. Rejects as `clean`. */
  async removed(sent: string, stored: string): Promise<string[]> {
    const answer = await this.#ask({ sent, stored });
    return 'removed' in answer ? answer.removed : [];
  }

  async #ask(job: TextJob): Promise<TextAnswer> {
    const answer = await this.#pool.run(job, { deadline: DEADLINE }).catch((error: unknown) => {
      throw error instanceof JobFailed && error.reason !== 'closed'
        ? new Refusal('is too long or has too many tags')
        : error;
    });
    if (!isAnswer(answer)) throw new Error('No reply from the thread for long texts');
    if ('refused' in answer) throw new Refusal(answer.refused);
    return answer;
  }

  close(): void {
    this.#pool.close();
  }
}
