/** What the values of a field are, for the kind that is proposed. */
import type { KindName } from '../../contract/schemas.js';
import { isJsonObject, type JsonValue } from '../../contract/values.js';

const IMAGE = /^[^\s<>"]?[^\n<>"]*\.(?:jpe?g|png|gif|webp|avif|svg|heic)(?:[?#]\S*)?$/i;
const FILE = /^[^\s<>"]*[/][^\n<>"]*\.(?:pdf|docx?|xlsx?|zip|mp3|mp4|mov|webm|ogg|wav)(?:[?#]\S*)?$/i;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const IMAGE_FIELD = /image|img|photo|picture|cover|thumb|avatar|logo|hero|banner|poster/i;

/** Longer texts name no file. */
const MAX_ADDRESS = 500;

const isFileName = (text: string): boolean => text.length <= MAX_ADDRESS && FILE.test(text);
export const isImageName = (text: string): boolean => text.length <= MAX_ADDRESS && IMAGE.test(text);
export const isUuid = (text: string): boolean => UUID.test(text);

const MONTHS = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec';
const TESTS: readonly [KindName, (text: string, field: string) => boolean][] = [
  ['date', (text) => /^\d{4}-\d\d-\d\d$/.test(text)],
  [
    'datetime',
    (text) =>
      /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text) ||
      new RegExp(`^(?:${MONTHS})[a-z]* \\d{1,2},? \\d{4}`).test(text),
  ],
  ['image', (text, field) => isImageName(text) || (isUuid(text) && IMAGE_FIELD.test(field))],
  ['file', isFileName],
  ['url', (text) => /^https?:\/\/\S+$/.test(text)],
  ['email', (text) => /^[^\s@<>]+@[^\s@<>]+\.[a-z]{2,}$/i.test(text)],
  ['color', (text) => /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(text)],
];
/** Only in files without types. */
const CELL_TESTS: typeof TESTS = [
  ['number', (text) => /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/.test(text)],
  ['toggle', (text) => /^(?:true|false)$/i.test(text)],
];

export const looksLikeHtml = (text: string): boolean =>
  /<(?:p|h[1-6]|ul|ol|div|br|strong|em|a|img|figure|blockquote|pre)\b[^<>]*>/i.test(text);

/** `author`, `authors`, `author_id` and `authorId` may name items of `authors`. */
export const stemOf = (name: string): string => {
  const plain = name
    .toLowerCase()
    .replace(/(?<=[a-z])_?id$/, '')
    .replace(/[^a-z0-9]/g, '');
  return plain.endsWith('ies') ? `${plain.slice(0, -3)}y` : plain.replace(/(?<=[^s])s$/, '');
};

/** A name stays plain text, even where one of many has markup. */
const NAME_FIELD = /^(?:title|name|label|heading|subject)$/i;

const MAX_SAMPLES = 3;
/** Marks that plain text has by chance only rarely: headings, images, links, bold words. */
const MARKDOWN_MARKS = /^#{1,6} \S|!?\[[^[\]\n]*\]\([^[)\n]+\)|\*\*\S[^*\n]*\*\*/m;

const MAX_KEYS = 100;
const MAX_SAMPLE_LENGTH = 120;
/** Longer texts are known by how they begin: a text may have 20 MB, and all of it would be read several times. */
const MAX_READ = 100_000;

export const sampleOf = (value: JsonValue): string => {
  // Each entry has a character at least.
  const shown = Array.isArray(value) ? value.slice(0, MAX_SAMPLE_LENGTH) : value;
  const text = typeof shown === 'string' ? shown : JSON.stringify(shown);
  const line = text.slice(0, MAX_READ).replace(/\s+/g, ' ').trim();
  return line.length > MAX_SAMPLE_LENGTH ? `${line.slice(0, MAX_SAMPLE_LENGTH - 1)}…` : line;
};

const isScalar = (value: JsonValue) => typeof value !== 'object' || value === null;

/** A value that names an image, alone or with its description. */
const isImageValue = (value: JsonValue): boolean =>
  typeof value === 'string'
    ? isImageName(value)
    : isJsonObject(value) &&
      [value.url, value.src, value.path].some((part) => typeof part === 'string' && isImageName(part));

/** Counts what the values of a field are. */
export class FieldStats {
  readonly samples: string[] = [];
  /** The first values, those of lists one by one: they may be keys of other items. */
  readonly keys = new Set<string>();
  count = 0;
  readonly #field: string;
  readonly #counts = new Map<string, number>();
  #longest = 0;
  #lines = false;
  #markup = false;

  constructor(field: string) {
    this.#field = field;
  }

  add(value: JsonValue): void {
    if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return;
    this.count += 1;
    if (this.samples.length < MAX_SAMPLES) {
      const sample = sampleOf(value);
      if (sample !== '' && !this.samples.includes(sample)) this.samples.push(sample);
    }
    for (const one of Array.isArray(value) ? value : [value]) {
      if (this.keys.size < MAX_KEYS && isScalar(one)) this.keys.add(String(one));
    }
    for (const name of this.#namesOf(value)) this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  #namesOf(value: JsonValue): string[] {
    if (typeof value === 'boolean') return ['boolean'];
    if (typeof value === 'number') return ['numeric'];
    if (typeof value === 'string') {
      this.#longest = Math.max(this.#longest, value.length);
      this.#lines ||= value.includes('\n');
      const text = value.slice(0, MAX_READ).trim();
      this.#markup ||= looksLikeHtml(text) || (text.includes('\n') && MARKDOWN_MARKS.test(text));
      if (value.length > MAX_READ) return ['text'];
      return [
        'text',
        ...[...TESTS, ...CELL_TESTS].filter(([, test]) => test(text, this.#field)).map(([kind]) => kind),
      ];
    }
    if (isImageValue(value)) return ['imageObject'];
    if (!Array.isArray(value)) return ['object'];
    if (value.every(isImageValue)) return ['images'];
    return [value.every(isScalar) ? 'scalars' : 'objects'];
  }

  /** Whether every value is one of these. */
  #all(...names: string[]): boolean {
    return names.reduce((sum, name) => sum + (this.#counts.get(name) ?? 0), 0) === this.count;
  }

  /** Whether some values are lists. */
  get hasLists(): boolean {
    return ['scalars', 'objects', 'images'].some((name) => this.#counts.has(name));
  }

  /** The kind that fits every value. */
  kind(isUntyped: boolean): KindName {
    if (this.count === 0) return 'text';
    if (this.#all('boolean')) return 'toggle';
    if (this.#all('numeric')) return 'number';
    if (this.#all('text')) return this.#kindOfText(isUntyped);
    if (this.#all('image', 'imageObject')) return 'image';
    if (this.#all('images')) return 'gallery';
    if (this.#all('scalars', 'text') && this.#counts.has('scalars')) return 'list';
    return this.#all('text', 'boolean', 'numeric') ? 'text' : 'json';
  }

  #kindOfText(isUntyped: boolean): KindName {
    const tests = isUntyped ? [...CELL_TESTS, ...TESTS] : TESTS;
    const fitting = tests.find(([kind]) => this.#all(kind))?.[0];
    if (fitting) return fitting;
    if (this.#all('date', 'datetime')) return 'datetime';
    if (this.#markup && !NAME_FIELD.test(this.#field)) return 'styledtext';
    return this.#lines || this.#longest > 200 ? 'textarea' : 'text';
  }
}
