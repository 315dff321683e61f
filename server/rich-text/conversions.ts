/** Converts rich text in a thread: building a DOM of long or deeply nested markup takes seconds. */
import { TextThreads } from '../helpers/text-thread.js';
import {
  CONVERT_TEXTS,
  type ConversionAnswer,
  type ConversionJob,
  collapsed,
  type Format,
  MarkupWarnings,
  type Taken,
} from './formats.js';
import { jsxOf } from './jsx.js';

/** Markup up to this length is converted directly; the slowest takes some 20 ms. */
const SHORT = 1000;

export class Conversions {
  readonly #threads: TextThreads;
  readonly #task: typeof CONVERT_TEXTS;

  constructor(threads = new TextThreads(), { deadlineMs = CONVERT_TEXTS.deadlineMs } = {}) {
    this.#threads = threads;
    this.#task = { ...CONVERT_TEXTS, deadlineMs };
  }

  /** Stored HTML in a format; as plain text if converting takes too long. Rejects with `busy`. */
  async read(html: string, format: Format): Promise<string> {
    if (format === 'html') return html;
    const answer = await this.#ask({ html, format }, html.length);
    return answer && 'text' in answer ? answer.text : collapsed(html);
  }

  /** Stored HTML as a site reads it; unchanged if converting takes too long. Rejects with `busy`. */
  async forSite(html: string, as: 'markdown' | 'mdx'): Promise<string> {
    const answer = await this.#ask({ html, as }, html.length);
    return answer && 'text' in answer ? answer.text : as === 'markdown' ? html : jsxOf(html);
  }

  /** Sent rich text as HTML. Throws `MarkupWarnings` where it cannot be converted in time; rejects with `busy`. */
  async take(sent: string, format: Format, stored: string): Promise<Taken> {
    const answer = await this.#ask({ sent, format, stored }, sent.length + stored.length);
    if (answer && 'taken' in answer) return answer.taken;
    throw new MarkupWarnings(
      'is too long or has too many tags to be converted. Send HTML with the format "html"',
    );
  }

  /** HTML elements removed by sanitizing. */
  async removed(html: string, cleaned: string): Promise<readonly string[]> {
    const answer = await this.#ask({ html, cleaned }, html.length);
    return answer && 'removed' in answer ? answer.removed : [];
  }

  close(): void {
    this.#threads.close();
  }

  /** Undefined after a timeout. */
  async #ask(job: ConversionJob, length: number): Promise<ConversionAnswer | undefined> {
    const answer = length <= SHORT ? this.#task.answer(job) : await this.#threads.run(this.#task, job);
    return answer && !('failed' in answer) ? answer : undefined;
  }
}

/**
 * Rich text a client sent, as the HTML to store. `stored` is the HTML it replaces, empty for none; `clean` is what
 * the field kind does to HTML before it is stored. Throws `MarkupWarnings` where the format would lose stored markup, or
 * cleaning would take out what was sent.
 */
export async function htmlFrom(
  sent: string,
  format: Format,
  {
    stored,
    clean,
    conversions,
  }: { stored: string; clean: (html: string) => Promise<string>; conversions: Conversions },
): Promise<string> {
  const result = await conversions.take(sent, format, stored);
  if ('same' in result) return stored;
  if ('lost' in result) {
    const name = format === 'text' ? 'plain text' : 'Markdown';
    throw new MarkupWarnings(
      `contains markup that ${name} cannot express: ${result.lost.join(', ')}. Read it with the format "html" and send HTML`,
    );
  }
  const { html } = result;
  const removed = await conversions.removed(html, await clean(html));
  if (removed.length > 0) throw new MarkupWarnings(`must not contain ${removed.join(', ')}`);
  return html;
}
