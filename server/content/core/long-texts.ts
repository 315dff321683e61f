/** Reads long texts in a thread; a text that takes too long is rejected. */
import { Message, message } from '../../contract/messages/message.js';
import type { TextThreads } from '../../helpers/text-thread.js';
import type { LongTextReader } from '../../properties/kind.js';
import type { Markup } from '../../properties/markup/clean.js';
import { CLEAN_TEXTS, type TextAnswer, type TextJob } from '../../properties/markup/text-jobs.js';
import { Refusal } from '../../properties/refusal.js';

export class LongTexts implements LongTextReader {
  readonly #threads: TextThreads;

  constructor(threads: TextThreads) {
    this.#threads = threads;
  }

  /** The sanitized text. Rejects with `Refusal`, or `busy` when too many wait. */
  async clean(markup: Markup, text: string, hosts?: readonly string[]): Promise<string> {
    const answer = await this.#ask({ markup, text, ...(hosts && { hosts }) });
    return 'text' in answer ? answer.text : text;
  }

  /** The text in the case a setting names. Rejects as `clean`. */
  async transform(text: string, transform: string): Promise<string> {
    const answer = await this.#ask({ transform, text });
    return 'text' in answer ? answer.text : text;
  }

  /** What sanitizing removed from a text, for people. Rejects as `clean`. */
  async removed(sent: string, stored: string): Promise<string[]> {
    const answer = await this.#ask({ sent, stored });
    return 'removed' in answer ? answer.removed : [];
  }

  async #ask(job: TextJob): Promise<Exclude<TextAnswer, { refused: unknown }>> {
    const answer = await this.#threads.run(CLEAN_TEXTS, job);
    if (!answer) throw new Refusal(message('textTooLong'));
    if ('refused' in answer) throw new Refusal(Message.from(answer.refused));
    return answer;
  }
}
