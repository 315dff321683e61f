/** What id a new object would get, shown while it is typed. The server decides; a taken id gets `-2`. */
import { slug } from '#contract/names';
import type { PropertyOnWire } from '#contract/schemas';
import type { JsonObject, JsonValue } from '#contract/values';
import { own } from '../../json';
import { flag, textSetting } from '../settings';

/** Properties the server falls back to when there is no pattern (spec/content.md#ids). */
const FALLBACKS = ['title', 'name', 'label'];

/** Placeholders only the server can fill; shown as what they will be. */
const LATER = /^(uuid|uid|oid|now|timestamp)(-\w+)?$/;

const asText = (value: JsonValue | undefined): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

function timeWord(name: string, now: Date): string | undefined {
  const two = (number: number) => String(number).padStart(2, '0');
  if (name === 'currentyear') return String(now.getFullYear());
  if (name === 'currentyear2') return two(now.getFullYear() % 100);
  if (name === 'currentmonth') return two(now.getMonth() + 1);
  return name === 'currentday' ? two(now.getDate()) : undefined;
}

/** The id as far as it can be told from the values typed so far; `…` stands for what the server adds. Empty when unknown. */
export function previewId(definition: PropertyOnWire, values: JsonObject, now: Date): string {
  const separator = flag(definition, 'snakeCase') ? '_' : '-';
  const pattern = textSetting(definition, 'autogen');
  if (pattern === undefined) {
    // Only an id has to be; other slugs stay empty unless they have a pattern.
    if (definition.field !== 'id') return '';
    const source = FALLBACKS.map((name) => asText(own(values, name))).find((text) => text !== '');
    return slug(source ?? '', separator);
  }
  let open = false;
  let filled = false;
  const text = pattern.replace(/\$\{([^}]*)\}/g, (_match, name: string) => {
    const word = timeWord(name, now);
    if (word !== undefined) return word;
    const value = asText(own(values, name));
    if (value === '' && LATER.test(name)) {
      open = true;
      return ' ';
    }
    filled ||= value !== '';
    return value;
  });
  if (!filled && !open) return '';
  const known = slug(text, separator);
  if (!open) return known;
  return known === '' ? '…' : `${known}${separator}…`;
}
