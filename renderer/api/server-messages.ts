/**
 * What the server says of values, in the language of the page: the API is in English, and its sentences about the rules
 * of a schema have a known form. Loaded when a page in another language gets an error; what is not known stays as it is.
 */
import type { ErrorDetails } from '#contract/wire';
import { t } from '../t';
import { PLAIN_ERRORS } from './server-errors-plain';
import { ERROR_FORMS } from './server-errors-valued';

type Parts = readonly string[];
/** A sentence that follows the label of a property, and the whole of it in the language of the page. */
type Rule = readonly [RegExp, (label: string, parts: Parts) => string];

/** Longer ones quote values. */
const MAX_LENGTH = 500;

const one = (parts: Parts): string => parts[0] ?? '';
/** A sentence without values. */
const plain = (words: string, text: (label: string) => string): Rule => [new RegExp(`^${words}$`), text];

const RULES: readonly Rule[] = [
  plain('is required', (label) => t(`${label} is required`)),
  plain('must be switched on', (label) => t(`${label} must be switched on`)),
  plain('must be unique; another object has the same value', (label) =>
    t(`${label} must be unique; another object has the same value`),
  ),
  plain('must be another object: none can be its own parent', (label) =>
    t(`${label} must be another object: none can be its own parent`),
  ),
  [
    /^must not be below the object itself; "([^"]+)" is below "([^"]+)"$/,
    (label, [parent = '', id = '']) => notBelow(label, parent, id),
  ],
  plain('must not have the same entry twice', (label) => t(`${label} must not have the same entry twice`)),
  plain('must be text', (label) => t(`${label} must be text`)),
  plain('must be a number', (label) => t(`${label} must be a number`)),
  plain('must be a whole number', (label) => t(`${label} must be a whole number`)),
  plain('must be true or false', (label) => t(`${label} must be true or false`)),
  plain('must be a list', (label) => t(`${label} must be a list`)),
  plain('must be an object', (label) => t(`${label} must be an object`)),
  plain('must not begin or end with a space', (label) => t(`${label} must not begin or end with a space`)),
  plain('must not contain line breaks or other control characters', (label) =>
    t(`${label} must not contain line breaks or other control characters`),
  ),
  plain('must have at least 1 character', (label) => t(`${label} must have at least 1 character`)),
  plain('must have at most 1 character', (label) => t(`${label} must have at most 1 character`)),
  plain('must have at least 1 entry', (label) => t(`${label} must have at least 1 entry`)),
  plain('must have at most 1 entry', (label) => t(`${label} must have at most 1 entry`)),
  [/^must have at least (\d+) characters$/, (label, parts) => minLength(label, one(parts))],
  [/^must have at most (\d+) characters$/, (label, parts) => maxLength(label, one(parts))],
  [/^must have at least (\d+) entries$/, (label, parts) => minEntries(label, one(parts))],
  [/^must have at most (\d+) entries$/, (label, parts) => maxEntries(label, one(parts))],
  [/^must be at least (-?[\d.e+-]+)$/, (label, parts) => atLeast(label, one(parts))],
  [/^must be at most (-?[\d.e+-]+)$/, (label, parts) => atMost(label, one(parts))],
  [/^must be more than (-?[\d.e+-]+)$/, (label, parts) => moreThan(label, one(parts))],
  [/^must be less than (-?[\d.e+-]+)$/, (label, parts) => lessThan(label, one(parts))],
  [/^must be a multiple of (-?[\d.e+-]+)$/, (label, parts) => multipleOf(label, one(parts))],
  [/^does not match the pattern \((.*)\)$/s, (label, parts) => noMatch(label, one(parts))],
  [/^must be an email address such as (\S+)$/, (label, parts) => email(label, one(parts))],
  [/^must be a URL such as (\S+)$/, (label, parts) => url(label, one(parts))],
  [/^must be a date such as (\S+)$/, (label, parts) => date(label, one(parts))],
  [/^must be a time such as (\S+)$/, (label, parts) => time(label, one(parts))],
  [/^must be a date and time such as (\S+)$/, (label, parts) => moment(label, one(parts))],
  [
    /^must be a URL such as (\S+); try "(.+)"$/,
    (label, [sample = '', url = '']) => tryUrl(label, sample, url),
  ],
  [
    /^must be a date such as (\S+), or words such as "tomorrow" or "\+1 week"$/,
    (label, parts) => dateOrWords(label, one(parts)),
  ],
  [
    /^must be a date and time such as (\S+), or words such as "tomorrow" or "\+1 week"$/,
    (label, parts) => momentOrWords(label, one(parts)),
  ],
  plain('must be a time such as 07:30, without seconds and time zone', (label) =>
    t(`${label} must be a time such as 07:30, without seconds and time zone`),
  ),
  [/^must be a telephone number such as (.+)$/, (label, parts) => phone(label, one(parts))],
  plain('must be a drawing that starts with <svg', (label) =>
    t(`${label} must be a drawing that starts with <svg`),
  ),
  [/^must have a hex color such as (\S+)$/, (label, parts) => hex(label, one(parts))],
  [/^must be one of (.+) and (\d+) more$/s, (label, [some = '', more = '']) => oneOfMany(label, some, more)],
  [/^must be one of (.+) or (.+)$/s, (label, [some = '', last = '']) => oneOfSome(label, some, last)],
  [/^must be one of (.+)$/s, (label, parts) => oneOf(label, one(parts))],
  [/^must be unique; "(.+)" has the same value$/s, (label, parts) => sameAs(label, one(parts))],
  plain('must have at least 1 item', (label) => t(`${label} must have at least 1 item`)),
  plain('must have at most 1 item', (label) => t(`${label} must have at most 1 item`)),
  [/^must have at least (\d+) items$/, (label, parts) => minItems(label, one(parts))],
  [/^must have at most (\d+) items$/, (label, parts) => maxItems(label, one(parts))],
  // Why a value is not converted when its property gets another type.
  plain('cannot be converted', (label) => t(`${label} cannot be converted`)),
  plain('holds several values', (label) => t(`${label} holds several values`)),
  plain('has markup that would be removed', (label) => t(`${label} has markup that would be removed`)),
  plain('has texts in several languages', (label) => t(`${label} has texts in several languages`)),
  plain('has formatting that plain text cannot hold', (label) =>
    t(`${label} has formatting that plain text cannot hold`),
  ),
  plain('can be read as different numbers', (label) => t(`${label} can be read as different numbers`)),
  [
    /^must be clear: "(.+)" can mean (\S+) or (\S+)$/s,
    (label, [text = '', a = '', b = '']) => unclear(label, { text, a, b }),
  ],
  [/^names "(.+)", which does not exist$/s, (label, parts) => noObject(label, one(parts))],
];

const notBelow = (label: string, parent: string, id: string): string =>
  t(`${label} must not be below the object itself; "${parent}" is below "${id}"`);
const minLength = (label: string, limit: string): string =>
  t(`${label} must have at least ${limit} characters`);
const maxLength = (label: string, limit: string): string =>
  t(`${label} must have at most ${limit} characters`);
const minEntries = (label: string, limit: string): string =>
  t(`${label} must have at least ${limit} entries`);
const maxEntries = (label: string, limit: string): string => t(`${label} must have at most ${limit} entries`);
const atLeast = (label: string, limit: string): string => t(`${label} must be at least ${limit}`);
const atMost = (label: string, limit: string): string => t(`${label} must be at most ${limit}`);
const moreThan = (label: string, limit: string): string => t(`${label} must be more than ${limit}`);
const lessThan = (label: string, limit: string): string => t(`${label} must be less than ${limit}`);
const multipleOf = (label: string, step: string): string => t(`${label} must be a multiple of ${step}`);
const noMatch = (label: string, pattern: string): string =>
  t(`${label} does not match the pattern (${pattern})`);
const email = (label: string, sample: string): string =>
  t(`${label} must be an email address such as ${sample}`);
const url = (label: string, sample: string): string => t(`${label} must be a URL such as ${sample}`);
const date = (label: string, sample: string): string => t(`${label} must be a date such as ${sample}`);
const time = (label: string, sample: string): string => t(`${label} must be a time such as ${sample}`);
const moment = (label: string, sample: string): string =>
  t(`${label} must be a date and time such as ${sample}`);

const tryUrl = (label: string, sample: string, url: string): string =>
  t(`${label} must be a URL such as ${sample}; try "${url}"`);
const dateOrWords = (label: string, sample: string): string =>
  t(`${label} must be a date such as ${sample}, or words such as "tomorrow" or "+1 week"`);
const momentOrWords = (label: string, sample: string): string =>
  t(`${label} must be a date and time such as ${sample}, or words such as "tomorrow" or "+1 week"`);
const phone = (label: string, sample: string): string =>
  t(`${label} must be a telephone number such as ${sample}`);
const hex = (label: string, sample: string): string => t(`${label} must have a hex color such as ${sample}`);
const oneOfMany = (label: string, choices: string, count: string): string =>
  t(`${label} must be one of ${choices} and ${count} more`);
const oneOfSome = (label: string, choices: string, last: string): string =>
  t(`${label} must be one of ${choices} or ${last}`);
const oneOf = (label: string, choices: string): string => t(`${label} must be one of ${choices}`);
const sameAs = (label: string, id: string): string =>
  t(`${label} must be unique; "${id}" has the same value`);
const minItems = (label: string, limit: string): string => t(`${label} must have at least ${limit} items`);
const maxItems = (label: string, limit: string): string => t(`${label} must have at most ${limit} items`);
const unclear = (label: string, { text, a, b }: Record<'text' | 'a' | 'b', string>): string =>
  t(`${label} must be clear: "${text}" can mean ${a} or ${b}`);
const noObject = (label: string, id: string): string => t(`${label} names "${id}", which does not exist`);

/** How a sentence after a label begins. */
const BEGINS = [
  'is required|must |does not match |names "',
  'cannot be converted$|holds several values$|can be read as different numbers$',
  'has (?:markup that would be removed|texts in several languages|formatting that plain text cannot hold)$',
].join('|');

/** Where it begins: at the last place where one could. */
const BEGINNINGS = new RegExp(` (?=(?:${BEGINS})(?!.* (?:${BEGINS})))`, 's');

/** A sentence about a property in the language of the page; undefined when it has no known form. */
export function knownSentence(message: string): string | undefined {
  const at = message.length > MAX_LENGTH ? -1 : message.search(BEGINNINGS);
  if (at < 1) return undefined;
  const [label, sentence] = [message.slice(0, at), message.slice(at + 1)];
  for (const [form, text] of RULES) {
    const match = form.exec(sentence);
    if (match) return text(label, match.slice(1));
  }
  return undefined;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const formOf = (form: string): RegExp => new RegExp(`^${form.split('{}').map(escaped).join('(.+?)')}$`, 's');

/** An error that says all there is to say, in the language of the page; undefined when it is not known. */
export function knownError(message: string): string | undefined {
  if (Object.hasOwn(PLAIN_ERRORS, message)) return PLAIN_ERRORS[message];
  if (message.length > MAX_LENGTH) return undefined;
  for (const [form, text] of ERROR_FORMS) {
    const [, a = '', b = '', c = ''] = formOf(form).exec(message) ?? [];
    if (a !== '') return text(a, b, c);
  }
  return undefined;
}

interface Said {
  message: string;
  details: ErrorDetails;
}

/** A sentence in the language of the page; as it is where it is not known. */
export const translatedSentence = (message: string): string =>
  knownSentence(message) ?? knownError(message) ?? message;

export const translatedDetails = (details: ErrorDetails): ErrorDetails =>
  Object.fromEntries(
    Object.entries(details).map(([property, messages]) => [property, messages.map(translatedSentence)]),
  );

/** An error in the language of the page, as far as its messages are known. */
export function translatedError<E extends Said>(error: E): E {
  const message = knownError(error.message) ?? knownSentence(error.message) ?? error.message;
  return { ...error, details: translatedDetails(error.details), message };
}
