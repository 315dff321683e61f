/** Ajv's errors as sentences an editor understands: the label, then what is wrong. */
import type { ErrorObject } from 'ajv/dist/2020.js';

const TYPES: ReadonlyMap<string, string> = new Map([
  ['string', 'text'],
  ['number', 'a number'],
  ['integer', 'a whole number'],
  ['boolean', 'true or false'],
  ['array', 'a list'],
  ['object', 'an object'],
  ['null', 'empty'],
]);

const FORMATS: ReadonlyMap<string, string> = new Map([
  ['email', 'an email address such as name@example.org'],
  ['uri', 'a URL such as https://example.org'],
  ['url', 'a URL such as https://example.org'],
  ['date', 'a date such as 2026-05-09'],
  ['time', 'a time such as 07:30:00Z'],
  ['date-time', 'a date and time such as 2026-05-09T07:30:00Z'],
  ['ipv4', 'an IPv4 address such as 192.0.2.1'],
  ['cron', 'a schedule of five fields such as "0 3 * * *", or a word such as @daily'],
  ['ipv6', 'an IPv6 address such as 2001:db8::1'],
]);

const counted = (count: unknown, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** `a, b or c`. */
function listed(values: readonly string[]): string {
  const last = values.at(-1) ?? '';
  return values.length < 2 ? last : `${values.slice(0, -1).join(', ')} or ${last}`;
}

const quoted = (value: unknown) => (typeof value === 'string' ? `"${value}"` : JSON.stringify(value));

function typeMessage(type: unknown): string {
  const types = Array.isArray(type) ? type : [type];
  return `must be ${listed(types.map((name) => TYPES.get(String(name)) ?? String(name)))}`;
}

function choices(allowed: unknown): string {
  const values = Array.isArray(allowed) ? allowed : [];
  const shown = values.slice(0, 20).map((value) => (value === '' ? 'nothing' : String(value)));
  return `must be one of ${values.length > 20 ? `${shown.join(', ')} and ${values.length - 20} more` : listed(shown)}`;
}

/** A message for each keyword; limits come from the error's parameters. */
const sentences: ReadonlyMap<string, (params: Record<string, unknown>) => string> = new Map([
  ['type', ({ type }) => typeMessage(type)],
  ['minLength', ({ limit }) => `must have at least ${counted(limit, 'character', 'characters')}`],
  ['maxLength', ({ limit }) => `must have at most ${counted(limit, 'character', 'characters')}`],
  ['pattern', ({ pattern }) => `does not match the pattern (${pattern})`],
  ['format', ({ format }) => `must be ${FORMATS.get(String(format)) ?? `a valid ${format}`}`],
  ['minimum', ({ limit }) => `must be at least ${limit}`],
  ['maximum', ({ limit }) => `must be at most ${limit}`],
  ['exclusiveMinimum', ({ limit }) => `must be more than ${limit}`],
  ['exclusiveMaximum', ({ limit }) => `must be less than ${limit}`],
  ['multipleOf', ({ multipleOf }) => `must be a multiple of ${multipleOf}`],
  ['minItems', ({ limit }) => `must have at least ${counted(limit, 'entry', 'entries')}`],
  ['maxItems', ({ limit }) => `must have at most ${counted(limit, 'entry', 'entries')}`],
  ['uniqueItems', () => 'must not have the same entry twice'],
  ['enum', ({ allowedValues }) => choices(allowedValues)],
  ['const', ({ allowedValue }) => `must be ${quoted(allowedValue)}`],
  ['required', ({ missingProperty }) => `must have "${missingProperty}"`],
  ['additionalProperties', ({ additionalProperty }) => `must not have "${additionalProperty}"`],
] satisfies [string, (params: Record<string, unknown>) => string][]);

/** What is wrong, without the property's name in front. */
export function sentenceOf(error: ErrorObject): string {
  return sentences.get(error.keyword)?.(error.params) ?? error.message ?? 'is not valid';
}

/** Label of a name: `heroImage` and `hero_image` become `Hero image`. */
export function labelFromName(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();
  return words === 'id' ? 'ID' : words.charAt(0).toUpperCase() + words.slice(1);
}
