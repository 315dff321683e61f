/** The rules of spec/queries.md once more, slow and plain; shares nothing with the server. */
import type { JsonObject, JsonValue } from '../../../../server/contract/values.js';

const lower = (text: string) => text.toLowerCase().normalize('NFC');

/** Whether a value meets what a criterion asks of it, e.g. `gt:2`. */
export function meets(value: JsonValue | undefined, asked: string): boolean {
  if (value === undefined || value === null) return false;
  const [word = '', ...rest] = asked.split(':');
  const elements = (Array.isArray(value) ? value : [value]).filter((one) => one !== null);
  const equal = (element: JsonValue, sought: string): boolean => {
    if (sought === 'true') return element === true;
    if (sought === 'false') return element === false;
    if (typeof element !== 'string' && typeof element !== 'number') return false;
    const pattern = lower(sought)
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replace(/^\*|\*$/g, '[^]*');
    return new RegExp(`^${pattern}$`).test(lower(String(element)));
  };
  const sought = rest.join(':');
  switch (word) {
    case 'eq':
      return elements.some((element) => equal(element, sought));
    case 'ne':
      return !elements.some((element) => equal(element, sought));
    case 'in':
      return elements.some((element) => sought.split('|').some((one) => equal(element, one)));
    case 'notin':
      return !elements.some((element) => sought.split('|').some((one) => equal(element, one)));
    case 'lte':
      return elements.some(
        (element) => element !== '' && typeof element !== 'boolean' && Number(element) <= Number(sought),
      );
    case 'gt':
      return elements.some(
        (element) => element !== '' && typeof element !== 'boolean' && Number(element) > Number(sought),
      );
    case 'contains':
      return elements.some(
        (element) => typeof element !== 'boolean' && lower(String(element)).includes(lower(sought)),
      );
    default:
      return elements.some((element) => equal(element, asked));
  }
}

/** What a person reads in an object, value by value: all is plain text but the note, where it is `markup`. */
function readings(object: JsonObject, markup: boolean): string[] {
  const { created: _created, modified: _modified, ...rest } = object;
  const { note, ...plain } = rest;
  const isMarkup = markup && typeof note === 'string';
  const read = isMarkup ? note.replace(/<\/?b>/g, '').replaceAll('&amp;', '&') : note;
  return Object.values({ ...plain, note: read })
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(
      (value) => value !== undefined && value !== null && value !== false && value !== '' && value !== 0,
    )
    .map((value) => lower(String(value)));
}

/** Whether a search finds an object. */
export function isRead(object: JsonObject, search: string, markup = true): boolean {
  const pieces = [...search.matchAll(/"([^"]*)"|(\S+)/g)].map(([, phrase, word]) => ({ phrase, word }));
  const terms = pieces
    .filter(({ word }) => word === undefined || !['and', 'or'].includes(word.toLowerCase()))
    .map(({ phrase, word }) => lower((phrase ?? word ?? '').trim()))
    .filter((term) => /[\p{L}\p{N}]/u.test(term));
  if (terms.length === 0) return false;
  const any = pieces.some(({ word }) => word?.toLowerCase() === 'or');
  const holds = (term: string) => {
    const edge = (at: RegExp) => (at.test(term) ? '[\\p{L}\\p{N}_]' : '[]');
    const pattern = term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+');
    const whole = new RegExp(`(?<!${edge(/^[\p{L}\p{N}_]/u)})${pattern}(?!${edge(/[\p{L}\p{N}_]$/u)})`, 'u');
    return readings(object, markup).some((text) => whole.test(text));
  };
  return any ? terms.some(holds) : terms.every(holds);
}

function compare(a: JsonObject, b: JsonObject, name: string, down: boolean): number {
  const sign = down ? -1 : 1;
  const sortedBy = (object: JsonObject): number | boolean | string | undefined => {
    const value = name === 'code' ? undefined : object[name];
    const one = Array.isArray(value) ? value[0] : value;
    return typeof one === 'object' || one === null ? undefined : one;
  };
  const [left, right] = [sortedBy(a), sortedBy(b)];
  if (left === undefined || right === undefined)
    return left === right ? 0 : left === undefined ? sign : -sign;
  const rank = (value: unknown) => ['number', 'boolean', 'string'].indexOf(typeof value);
  if (rank(left) !== rank(right)) return sign * (rank(left) - rank(right));
  return left === right ? 0 : left < right ? -sign : sign;
}

/** Sorted as asked, ties by id. */
export function sorted(objects: JsonObject[], sort: string): JsonObject[] {
  const keys = sort.split(',').map((key) => {
    const [name = '', direction] = key.replace(/^-/, '').split(':');
    return { name, down: key.startsWith('-') || direction === 'desc' };
  });
  return objects.toSorted((a, b) => {
    for (const { name, down } of keys) {
      const order = compare(a, b, name, down);
      if (order !== 0) return order;
    }
    return String(a.id) < String(b.id) ? -1 : 1;
  });
}
