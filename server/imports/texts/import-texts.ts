/** Reads the texts of an import; long ones in a thread, so that none can hold the event loop. */
import { TextThreads } from '../../helpers/text-thread.js';
import type { SourceItem } from '../source.js';
import type { Element } from '../wordpress/elements.js';
import {
  type HtmlJob,
  IMPORT_TEXTS,
  type ItemText,
  type PostJob,
  type TextAnswer,
  type TextJob,
} from './jobs.js';

/** Texts up to this length are read directly, in a few milliseconds at worst. */
const SHORT = 5_000;

/** Characters of an element and those in it; each counts for some more. */
const lengthOf = ({ text, children }: Element): number =>
  children.reduce((length, child) => length + lengthOf(child), text.length + 10);

export class ImportTexts {
  /** Of its own: what is imported takes no room from texts that are saved and read. */
  readonly #threads = new TextThreads();

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
    return length <= SHORT ? IMPORT_TEXTS.answer(job) : this.#threads.run(IMPORT_TEXTS, job);
  }

  close(): void {
    this.#threads.close();
  }
}
