/** Reads the two error bodies of the interface (part 7), and copes with neither. */
import { isJsonObject } from '#contract/values';
import type { ClashOnWire, ErrorDetails } from '#contract/wire';
import { LANGUAGE } from '../locale';
import { t } from '../t';

export interface ReadError {
  message: string;
  details: ErrorDetails;
  requestId?: string;
  clashes?: ClashOnWire[];
}

function detailsOf(value: unknown): ErrorDetails {
  const details: ErrorDetails = Object.create(null);
  if (!isJsonObject(value)) return details;
  for (const [property, messages] of Object.entries(value)) {
    if (Array.isArray(messages)) details[property] = messages.map(String);
    else if (typeof messages === 'string') details[property] = [messages];
  }
  return details;
}

function clashesOf(value: unknown): ClashOnWire[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((clash: unknown) => {
    if (!isJsonObject(clash) || !Array.isArray(clash.path)) return [];
    const { base, mine, theirs } = clash;
    return {
      path: clash.path.map(String),
      ...(clash.order === true && { order: true as const }),
      ...(base !== undefined && { base }),
      ...(mine !== undefined && { mine }),
      ...(theirs !== undefined && { theirs }),
    };
  });
}

/** Message, details per property and request id of an error answer; a sentence of ours when the body is not Plinth's. */
export function readError(status: number, body: string): ReadError {
  const fallback: ReadError = { message: t(`The server responded with status ${status}.`), details: {} };
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return fallback;
  }
  if (!isJsonObject(parsed)) return fallback;
  const { error } = parsed;
  if (typeof error === 'string') return { message: error, details: {} };
  if (!isJsonObject(error)) return fallback;
  return {
    message: typeof error.message === 'string' ? error.message : fallback.message,
    details: detailsOf(error.details),
    ...(typeof error.requestId === 'string' && { requestId: error.requestId }),
    ...(error.clashes !== undefined && { clashes: clashesOf(error.clashes) }),
  };
}

type Translation = typeof import('./server-messages');

/** What the server said, in the language of the page. English pages load nothing for it. */
async function translated<T>(said: T, translate: (messages: Translation) => T): Promise<T> {
  if (LANGUAGE === 'en') return said;
  const messages = await import('./server-messages').catch(() => undefined);
  return messages ? translate(messages) : said;
}

export const inLanguage = (error: ReadError): Promise<ReadError> =>
  translated(error, ({ translatedError }) => translatedError(error));

/** What breaks rules, by property. */
export const detailsInLanguage = (details: ErrorDetails): Promise<ErrorDetails> =>
  translated(details, ({ translatedDetails }) => translatedDetails(details));

export const sentencesInLanguage = (sentences: readonly string[]): Promise<readonly string[]> =>
  translated(sentences, ({ translatedSentence }) => sentences.map(translatedSentence));
