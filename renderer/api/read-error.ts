/** Reads the two error bodies of the interface (part 7), and copes with neither. */
import { isJsonObject } from '#contract/values';
import type { ClashOnWire, ErrorDetails } from '#contract/wire';
import { LANGUAGE } from '../locale';
import { t } from '../t';
import type { Said, SaidProblems } from './server-messages';

export interface ReadError extends Said {
  message: string;
  details: ErrorDetails;
  problems?: SaidProblems;
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

/** The key and the values of a message, where it has them. */
function said(value: unknown): Said {
  if (!isJsonObject(value) || typeof value.key !== 'string' || !isJsonObject(value.values)) return {};
  const { key, values } = value;
  return {
    key,
    values: Object.fromEntries(Object.entries(values).map(([name, one]) => [name, String(one)])),
  };
}

const problemsOf = (value: unknown): SaidProblems =>
  Object.fromEntries(
    Object.entries(isJsonObject(value) ? value : {}).map(([property, all]) => [
      property,
      Array.isArray(all) ? all.map(said) : [],
    ]),
  );

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
  if (typeof error === 'string') return { message: error, details: {}, ...said(parsed) };
  if (!isJsonObject(error)) return fallback;
  return {
    message: typeof error.message === 'string' ? error.message : fallback.message,
    details: detailsOf(error.details),
    ...(error.problems !== undefined && { problems: problemsOf(error.problems) }),
    ...said(error),
    ...(typeof error.requestId === 'string' && { requestId: error.requestId }),
    ...(error.clashes !== undefined && { clashes: clashesOf(error.clashes) }),
  };
}

type Translation = typeof import('./server-messages');

/** What the server said, in the language of the page. English pages load nothing for it. */
async function translated<T>(shown: T, translate: (messages: Translation) => T): Promise<T> {
  if (LANGUAGE === 'en') return shown;
  const messages = await import('./server-messages').catch(() => undefined);
  return messages ? translate(messages) : shown;
}

export const inLanguage = (error: ReadError): Promise<ReadError> =>
  translated(error, ({ translatedDetails, translatedTexts }) => {
    const [message = error.message] = translatedTexts([error.message], [error]);
    return { ...error, message, details: translatedDetails(error.details, error.problems) };
  });

/** What breaks rules, by property. */
export const detailsInLanguage = ({ details, problems }: Pick<ReadError, 'details' | 'problems'>) =>
  translated(details, ({ translatedDetails }) => translatedDetails(details, problems));

export const textsInLanguage = (texts: string[], said: readonly Said[]): Promise<string[]> =>
  translated(texts, ({ translatedTexts }) => translatedTexts(texts, said));
