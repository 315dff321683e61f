/** What the server says, in the language of the page. Loaded when a page in another language gets an error. */
import type { MessageValues } from '#contract/messages/message';
import type { ErrorDetails } from '#contract/wire';

/** By their keys; the build fills it with the messages of the server's catalogue (`renderer/texts`). */
const FROM_SERVER: Readonly<Record<string, (values: MessageValues) => string>> = {};

/** The key and the values of a message of the server. */
export interface Said {
  key?: string;
  values?: MessageValues;
}

export type SaidProblems = Readonly<Record<string, readonly Said[]>>;

/** The texts of messages; the English one where there is no other. What has no label begins after it. */
export const translatedTexts = (texts: readonly string[], said: readonly Said[] = []): string[] =>
  texts.map((english, at) => {
    const { key = '', values } = said[at] ?? {};
    const text = Object.hasOwn(FROM_SERVER, key) ? FROM_SERVER[key] : undefined;
    return text ? text({ label: '', ...values }).trimStart() : english;
  });

export const translatedDetails = (details: ErrorDetails, problems: SaidProblems = {}): ErrorDetails =>
  Object.fromEntries(
    Object.entries(details).map(([property, texts]) => [
      property,
      translatedTexts(texts, problems[property]),
    ]),
  );
