/** The values of an item by the properties of its collection: plain values, rich texts, and references to files. */
import { createHash } from 'node:crypto';
import type { ComponentsAs, MappedGroup } from '../../contract/imports.js';
import type { SentProperties } from '../../contract/objects.js';
import type { JsonValue } from '../../contract/values.js';
import type { Property, Schema } from '../../schemas/schema.js';
import { sampleOf } from '../mapping/kinds-of-values.js';
import type { Source, SourceItem } from '../source.js';
import type { ImportTexts } from '../texts/import-texts.js';
import type { ItemText } from '../texts/jobs.js';
import { convert, type FileReference, filesIn } from './convert.js';
import type { AssignedIds } from './ids.js';

export interface ItemValues {
  sent: SentProperties;
  /** Rich texts, with the references of the source. */
  texts: Map<Property, ItemText>;
  files: Map<Property, FileReference[]>;
  /** Of all of it: an item with the same hash is not written again. */
  hash: string;
}

export interface ValueParts {
  source: Source;
  reader: ImportTexts;
  ids: AssignedIds;
  components?: ComponentsAs | undefined;
  warn(place: string, sentence: string): void;
}

export const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32);

/** Keys of another group as the ids of its objects. */
function related(value: JsonValue, group: string, { place }: SourceItem, parts: ValueParts): string[] {
  const ids = parts.ids.get(group);
  return (Array.isArray(value) ? value : [value]).flatMap((key) => {
    const found = ids?.byKey.get(String(key))?.id ?? ids?.bySlug.get(String(key));
    if (found === undefined)
      parts.warn(place, `"${sampleOf(key)}" is not in "${group}"; the relation was skipped`);
    return found ?? [];
  });
}

async function textOf(
  value: JsonValue,
  { place, isMdx = false }: SourceItem,
  parts: ValueParts,
): Promise<ItemText> {
  const { source, components = 'code' } = parts;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const found = await parts.reader.html({ text, format: source.format, isMdx, components });
  if (!found) parts.warn(place, 'the text takes too long to convert and was skipped');
  return found ?? { html: '', references: [] };
}

export async function valuesOf(
  item: SourceItem,
  group: MappedGroup,
  schema: Schema,
  parts: ValueParts,
): Promise<ItemValues> {
  const sent: SentProperties = {};
  const texts = new Map<Property, ItemText>();
  const files = new Map<Property, FileReference[]>();
  for (const { from, to, relation } of group.fields) {
    const value = item.fields.get(from);
    const property = to === null || to === 'id' ? undefined : schema.properties.get(to);
    if (!property || value === undefined || value === null) continue;
    const { name, kind } = property;
    if (relation !== undefined) {
      const ids = related(value, relation, item, parts);
      if (Array.isArray(kind.blank)) sent[name] = ids;
      else if (ids[0] !== undefined) sent[name] = ids[0];
    } else if (kind.files) files.set(property, filesIn(value));
    else if (kind.embeds) texts.set(property, await textOf(value, item, parts));
    else {
      const plain = convert(value, property);
      if (plain !== undefined) sent[name] = plain;
    }
  }
  if (group.identity !== undefined) sent[group.identity] = item.key;
  const all = [
    sent,
    [...texts].map(([{ name }, { html }]) => [name, html]),
    [...files].map(([{ name }, list]) => [name, list]),
  ];
  return { sent, texts, files, hash: hashOf(all) };
}
