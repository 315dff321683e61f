/** The mapping that is proposed for a source: by its fields, their values, and the collections there are. */
import type { Content } from '../../content/core/base.js';
import type { ImportMapping, MappedField, MappedGroup } from '../../contract/imports.js';
import {
  FORBIDDEN_SCHEMA_IDS,
  isLegalId,
  RESERVED_COLLECTION_IDS,
  SYSTEM_PROPERTIES,
  slug,
} from '../../contract/names.js';
import type { KindName } from '../../contract/schemas.js';
import { labelFromName } from '../../schemas/messages.js';
import type { Schema } from '../../schemas/schema.js';
import type { FieldHint, Source } from '../source.js';
import type { Analysis, GroupStats } from './analyse.js';
import { type FieldStats, stemOf } from './kinds-of-values.js';

/** Names under which other systems know what a schema calls otherwise. */
const OTHER_NAMES: readonly (readonly string[])[] = [
  ['content', 'body', 'text', 'markdown'],
  ['summary', 'description', 'excerpt', 'intro', 'teaser'],
  ['date', 'pubDate', 'publishDate', 'published', 'publishedAt', 'date_created', 'createdAt'],
  ['updated', 'updatedDate', 'lastmod', 'updatedAt', 'date_updated', 'modified'],
  ['image', 'heroImage', 'featured_image', 'cover', 'coverImage', 'thumbnail', 'hero', 'banner'],
  ['title', 'name', 'heading'],
];

/** So much of a name counts: the rest is cut off. */
const MAX_NAME_READ = 200;

/** A valid name of a property. */
function propertyName(name: string): string {
  const plain = name
    .slice(0, MAX_NAME_READ)
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9_-]+/g, '_')
    .replace(/^[^A-Za-z]+|(?<!_)_+$/g, '')
    .slice(0, 60);
  return plain === '' || SYSTEM_PROPERTIES.has(plain) || plain === 'id' ? `field_${plain || 'x'}` : plain;
}

function existingProperty(schema: Schema, name: string, hint: FieldHint | undefined): string | null {
  if (hint?.to === null) return null;
  if (hint?.to === 'id') return 'id';
  const others = OTHER_NAMES.find((names) => names.includes(name)) ?? [];
  const wanted = [...(hint?.to === undefined ? [] : [hint.to]), name, propertyName(name), ...others];
  const names = [...schema.properties.keys()].filter((one) => !SYSTEM_PROPERTIES.has(one) && one !== 'id');
  for (const one of wanted) {
    const found = names.find((known) => known.toLowerCase() === one.toLowerCase());
    if (found !== undefined) return found;
  }
  return null;
}

/** The group whose items the values of a field name: the one the source knows, else one of that name. */
function relationOf(
  own: string,
  field: string,
  hint: FieldHint | undefined,
  stats: FieldStats,
  { groups }: Analysis,
): string | undefined {
  const named = [...groups.keys()].find((group) => group !== own && stemOf(group) === stemOf(field));
  const group = hint?.relation ?? (hint?.kind === undefined ? named : undefined);
  const target = group === undefined ? undefined : groups.get(group);
  const names = [...stats.keys].filter((key) => target?.keys.has(key) || target?.slugs.has(key));
  return names.length > 0 ? group : undefined;
}

function proposedKind(
  stats: FieldStats,
  hint: FieldHint | undefined,
  relation: string | undefined,
  isUntyped: boolean,
): KindName {
  if (relation !== undefined) return stats.hasLists || hint?.many ? 'multiselect' : 'select';
  const kind = hint?.relation === undefined ? hint?.kind : undefined;
  return kind ?? stats.kind(isUntyped);
}

function fieldsOf(
  source: Source,
  analysis: Analysis,
  group: GroupStats,
  schema: Schema | undefined,
): MappedField[] {
  const taken = new Set<string>();
  const take = (wanted: string | null): string | null => {
    if (wanted === null || (schema && taken.has(wanted)) || (wanted === 'id' && taken.has('id'))) return null;
    let free = wanted;
    for (let count = 2; taken.has(free); count += 1) free = `${wanted}_${count}`;
    taken.add(free);
    return free;
  };
  return [...group.fields].map(([name, stats]) => {
    const hint = source.hint(group.name, name);
    const relation = relationOf(group.name, name, hint, stats, analysis);
    const wanted = schema
      ? existingProperty(schema, name, hint)
      : hint?.to === undefined
        ? propertyName(name)
        : hint.to;
    const to = take(wanted);
    const kind = proposedKind(stats, hint, relation, hint?.untyped === true);
    const label = hint?.label ?? labelFromName(to ?? name);
    return {
      from: name,
      to,
      ...(to !== null && to !== 'id' && !schema && { kind, label }),
      ...(to !== null && to !== 'id' && relation !== undefined && { relation }),
      count: stats.count,
      samples: stats.samples,
    };
  });
}

function collectionIdFor(group: string): string {
  const id = slug(group).slice(0, 60);
  if (id === '' || !isLegalId(id)) return 'imported';
  return RESERVED_COLLECTION_IDS.has(id) ? `${id}-imported` : id;
}

/** A schema that only this collection would use: its name, unless another collection or a built-in one has it. */
function schemaIdFor({ library, collections }: Content, collection: string): string {
  const isUsed = (id: string) =>
    FORBIDDEN_SCHEMA_IDS.has(id) ||
    library.isBuiltIn(id) ||
    collections.all().some(({ settings }) => settings.schema === id);
  let id = collection;
  for (let count = 2; isUsed(id); count += 1) id = `${collection}-${count}`;
  return id;
}

function groupOf(base: Content, source: Source, analysis: Analysis, group: GroupStats): MappedGroup {
  const collection = collectionIdFor(group.name);
  const existing = base.collections.has(collection) ? base.collections.get(collection).schema : undefined;
  return {
    from: group.name,
    count: group.keys.size,
    collection,
    ...(!existing && { schema: schemaIdFor(base, collection) }),
    fields: fieldsOf(source, analysis, group, existing),
  };
}

export function propose(base: Content, source: Source, analysis: Analysis): ImportMapping {
  const groups = [...analysis.groups.values()].filter((group) => group.keys.size > 0);
  return {
    version: 1,
    format: source.format,
    ...(analysis.hasMdx && { components: 'code' as const }),
    groups: groups.map((group) => groupOf(base, source, analysis, group)),
  };
}
