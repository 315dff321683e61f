/** Ajv's errors as messages an editor understands. */
import type { ErrorObject } from 'ajv/dist/2020.js';
import { Message, type MessageKey, message } from '../contract/messages/message.js';

/** What each JSON type is called. */
const TYPES: ReadonlyMap<string, [key: MessageKey & `not${string}`, name: string]> = new Map([
  ['string', ['notText', 'text']],
  ['number', ['notNumber', 'a number']],
  ['integer', ['notWholeNumber', 'a whole number']],
  ['boolean', ['notBoolean', 'true or false']],
  ['array', ['notList', 'a list']],
  ['object', ['notObject', 'an object']],
  ['null', ['notEmptyValue', 'empty']],
]);

const FORMATS: ReadonlyMap<string, Message> = new Map([
  ['email', message('notEmail', { sample: 'name@example.org' })],
  ['uri', message('notUrl', { sample: 'https://example.org' })],
  ['url', message('notUrl', { sample: 'https://example.org' })],
  ['date', message('notDate', { sample: '2026-05-09' })],
  ['time', message('notTime', { sample: '07:30:00Z' })],
  ['date-time', message('notDateAndTime', { sample: '2026-05-09T07:30:00Z' })],
  ['ipv4', message('notIpv4')],
  ['cron', message('notSchedule')],
  ['ipv6', message('notIpv6')],
]);

type Params = Record<string, unknown>;
type Limit = 'minLength' | 'maxLength' | 'minEntries' | 'maxEntries' | 'minItems' | 'maxItems';

/** A limit of characters, entries or items. */
const countRule = (key: Limit, limit: number): Message =>
  limit === 1 ? message(`${key}One`) : message(key, { limit });

const quoted = (value: unknown) => (typeof value === 'string' ? `"${value}"` : JSON.stringify(value));

function typeRule(type: unknown): Message {
  const names = (Array.isArray(type) ? type : [type]).map(String);
  const [key] = TYPES.get(names[0] ?? '') ?? [];
  if (names.length === 1 && key) return new Message(key);
  const types = names.map((name) => TYPES.get(name)?.[1] ?? name);
  const last = types.pop() ?? '';
  return message('notOfTypes', { types: types.length > 0 ? `${types.join(', ')} or ${last}` : last });
}

function choiceRule(allowed: unknown): Message {
  const values = Array.isArray(allowed) ? allowed : [];
  const shown = values.slice(0, 20).map((value) => (value === '' ? 'nothing' : String(value)));
  const choices = shown.slice(0, -1).join(', ');
  const last = shown.at(-1) ?? '';
  if (values.length > 20)
    return message('notOneOfMany', { choices: shown.join(', '), count: values.length - 20 });
  return shown.length < 2
    ? message('notOneOf', { choices: last })
    : message('notOneOfSome', { choices, last });
}

const formatRule = (format: string): Message => FORMATS.get(format) ?? message('notOfFormat', { format });

/** A message for each keyword; limits come from the error's parameters. */
const RULES: ReadonlyMap<string, (params: Params) => Message> = new Map([
  ['type', ({ type }) => typeRule(type)],
  ['minLength', ({ limit }) => countRule('minLength', Number(limit))],
  ['maxLength', ({ limit }) => countRule('maxLength', Number(limit))],
  ['pattern', ({ pattern }) => message('noMatch', { pattern: String(pattern) })],
  ['format', ({ format }) => formatRule(String(format))],
  ['minimum', ({ limit }) => message('minimum', { limit: Number(limit) })],
  ['maximum', ({ limit }) => message('maximum', { limit: Number(limit) })],
  ['exclusiveMinimum', ({ limit }) => message('exclusiveMinimum', { limit: Number(limit) })],
  ['exclusiveMaximum', ({ limit }) => message('exclusiveMaximum', { limit: Number(limit) })],
  ['multipleOf', ({ multipleOf }) => message('notMultiple', { step: Number(multipleOf) })],
  ['minItems', ({ limit }) => countRule('minEntries', Number(limit))],
  ['maxItems', ({ limit }) => countRule('maxEntries', Number(limit))],
  ['uniqueItems', () => message('entryTwice')],
  ['enum', ({ allowedValues }) => choiceRule(allowedValues)],
  ['const', ({ allowedValue }) => message('notConstant', { value: quoted(allowedValue) })],
  ['required', ({ missingProperty }) => message('keyRequired', { name: String(missingProperty) })],
  [
    'additionalProperties',
    ({ additionalProperty }) => message('keyUnknown', { name: String(additionalProperty) }),
  ],
] satisfies [string, (params: Params) => Message][]);

/** What is wrong, without the property's name in front. */
export function ruleOf(error: ErrorObject): Message {
  const rule = RULES.get(error.keyword);
  if (rule) return rule(error.params);
  return error.message ? message('rule', { rule: error.message }) : message('invalidValue');
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
