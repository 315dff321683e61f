/** Turns Markdown into HTML; long texts in a thread, so that none can hold the event loop. */
import { startThread } from '../../helpers/helper.js';
import { HelperPool, JobFailed } from '../../helpers/helper-pool.js';
import { htmlOfMarkdown } from './html.js';

/** Texts up to this length are converted directly, in a few milliseconds at worst. */
const SHORT = 5_000;
const DEADLINE_MS = 20_000;
const HEAP_MB = 512;
const LIMITS = { size: 1, waiting: 64, maxWaitMs: 600_000 };

export class MarkdownRenderer {
  readonly #pool = new HelperPool(
    () => startThread('imports/markdown/worker', { heapMb: HEAP_MB }),
    LIMITS,
    'Too many documents are being converted; try again',
  );

  /** Undefined for a text that takes too long. */
  async html(text: string): Promise<string | undefined> {
    if (text.length <= SHORT) return htmlOfMarkdown(text);
    try {
      const answer = await this.#pool.run({ text }, { deadline: DEADLINE_MS });
      const isAnswer = typeof answer === 'object' && answer !== null && 'html' in answer;
      return isAnswer ? String(answer.html) : undefined;
    } catch (error) {
      if (error instanceof JobFailed) return undefined;
      throw error;
    }
  }

  close(): void {
    this.#pool.close();
  }
}
