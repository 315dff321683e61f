/** Reads the texts of an import; long ones in a thread, so that none can hold the event loop. */
import { startThread } from '../../helpers/helper.js';
import { HelperPool, JobFailed } from '../../helpers/helper-pool.js';
import type { SourceItem } from '../source.js';
import type { Element } from '../wordpress/elements.js';
import {
  answerTo,
  type HtmlJob,
  type ItemText,
  type PostJob,
  type TextAnswer,
  type TextJob,
} from './jobs.js';

/** Texts up to this length are read directly, in a few milliseconds at worst. */
const SHORT = 5_000;
const DEADLINE_MS = 20_000;
const HEAP_MB = 512;
const LIMITS = { size: 1, waiting: 64, maxWaitMs: 600_000 };

/** Characters of an element and those in it; each counts for some more. */
const lengthOf = ({ text, children }: Element): number =>
  children.reduce((length, child) => length + lengthOf(child), text.length + 10);

const isAnswer = (value: unknown): value is TextAnswer =>
  typeof value === 'object' && value !== null && ('item' in value || 'html' in value || 'linked' in value);

export class ImportTexts {
  readonly #pool = new HelperPool(
    () => startThread('imports/texts/worker', { heapMb: HEAP_MB }),
    LIMITS,
    'Too many documents are being converted; try again',
  );

  /** The item of a document; undefined where it takes too long to read. */
  async item(path: string, bytes: Uint8Array): Promise<SourceItem | undefined> {
    const answer = await this.#ask({ path, bytes }, bytes.length);
    return answer && 'item' in answer ? answer.item : undefined;
  }

  /** The item of a post; undefined where it takes too long to read. */
  async post(job: PostJob): Promise<SourceItem | undefined> {
    const answer = await this.#ask(job, lengthOf(job.post));
    return answer && 'item' in answer ? answer.item : undefined;
  }

  /** A text as HTML; undefined where that takes too long. */
  async html(job: HtmlJob): Promise<ItemText | undefined> {
    const answer = await this.#ask(job, job.text.length);
    return answer && 'html' in answer ? answer : undefined;
  }

  /** The text with other references, where `links` has one. */
  async withReferences(html: string, links: ReadonlyMap<string, string>): Promise<string> {
    if (links.size === 0) return html;
    const answer = await this.#ask({ html, links }, html.length);
    return answer && 'linked' in answer ? answer.linked : html;
  }

  async #ask(job: TextJob, length: number): Promise<TextAnswer | undefined> {
    if (length <= SHORT) return answerTo(job);
    try {
      const answer = await this.#pool.run(job, { deadline: DEADLINE_MS });
      return isAnswer(answer) ? answer : undefined;
    } catch (error) {
      if (error instanceof JobFailed) return undefined;
      throw error;
    }
  }

  close(): void {
    this.#pool.close();
  }
}
