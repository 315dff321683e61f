/** An object as the text of a file: the API's answer, JSON, or Markdown or MDX with YAML front matter. */
import type * as Yaml from 'yaml';
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/values.js';
import { onDemand } from '../on-demand.js';

export const MIRROR_FORMATS = ['api', 'json', 'markdown', 'mdx'] as const;
export type MirrorFormat = (typeof MIRROR_FORMATS)[number];

/** The path of an object below the folder of the copy. */
export function pathOf(as: MirrorFormat, collection: string, id: string): string {
  if (as === 'api') return `objects/${collection}/${id}.json`;
  return `${collection}/${id}.${as === 'markdown' ? 'md' : as}`;
}

/** What the schema says about the properties of a collection. */
export interface MirrorFields {
  /** The rich text that is the body; undefined where there is none. */
  body: string | undefined;
  /** Other rich texts. */
  rich: readonly string[];
  /** Days and times. */
  dates: readonly string[];
}

export const NO_FIELDS: MirrorFields = { body: undefined, rich: [], dates: [] };

/** Reads a schema as the API answers it. The body is `content`, else the first rich text. */
export function fieldsOf(schema: JsonObject): MirrorFields {
  const properties = Object.entries(isJsonObject(schema.properties) ? schema.properties : {});
  const named = (format: RegExp) =>
    properties.flatMap(([name, definition]) =>
      isJsonObject(definition) && format.test(String(definition.format)) ? [name] : [],
    );
  const rich = named(/^html$/);
  const body = rich.includes('content') ? 'content' : rich[0];
  const dates = [...named(/^date(?:-time)?$/), 'created', 'modified'];
  return { body, rich: rich.filter((name) => name !== body), dates };
}

/** Converts HTML to the format of the files. */
export type ToMarkdown = (html: string, as: 'markdown' | 'mdx') => Promise<string>;

export async function fileText(
  object: JsonObject,
  { body, rich, dates }: MirrorFields,
  { as, toMarkdown }: { as: MirrorFormat; toMarkdown: ToMarkdown },
): Promise<string> {
  if (as === 'api') return JSON.stringify(object);
  if (as === 'json') return `${JSON.stringify(object, undefined, 2)}\n`;
  const converted = async (value: JsonValue | undefined) =>
    typeof value === 'string' ? toMarkdown(value, as) : value;
  const front: Record<string, JsonValue | Date | undefined> = { ...object };
  for (const name of rich) if (name in front) front[name] = await converted(object[name]);
  for (const name of dates) front[name] = dateOf(object[name]);
  let text = '';
  if (body !== undefined && (typeof object[body] === 'string' || object[body] === undefined)) {
    text = String((await converted(object[body])) ?? '');
    delete front[body];
  }
  return `---\n${yamlOf(front)}---\n${text === '' ? '' : `\n${text.trim()}\n`}`;
}

const DATE = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?Z)?$/;

/** A date that YAML writes without quotes; other values stay as they are. */
function dateOf(value: JsonValue | undefined): JsonValue | Date | undefined {
  if (typeof value !== 'string' || !DATE.test(value)) return value;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? value : date;
}

const yaml = onDemand<typeof Yaml>('yaml');

const TIMESTAMP = 'tag:yaml.org,2002:timestamp';

/** Front matter that parsers of YAML 1.1 and 1.2 read alike: texts that look like other values are quoted. */
function yamlOf(front: object): string {
  const document = new (yaml().Document)(front, {
    version: '1.1',
    aliasDuplicateObjects: false,
    customTags: (tags) =>
      tags.map((tag) => (isTimestamp(tag) ? { ...tag, stringify: ({ value }) => written(value) } : tag)),
  });
  return document.toString({ lineWidth: 0 });
}

const isTimestamp = (tag: Yaml.Tags[number]): tag is Yaml.ScalarTag =>
  typeof tag === 'object' && tag.tag === TIMESTAMP && tag.collection === undefined;

/** A day without a time, a time in UTC. */
const written = (value: unknown): string =>
  value instanceof Date
    ? value
        .toISOString()
        .replace(/T00:00:00\.000Z$/, '')
        .replace('.000Z', 'Z')
    : String(value);
