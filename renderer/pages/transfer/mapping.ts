/** Which column of a table means which property. Pure. */
import type { SchemaDefinition } from '#contract/schemas';
import { declaredKind } from '../../fields';
import { labelOf } from '../../fields/field-rules';

/** A property a column can be taken for. */
export interface MappingTarget {
  name: string;
  label: string;
  required: boolean;
  /** What its cells are written as in the notation of a country. */
  notation?: 'number' | 'date' | undefined;
}

const NOTATIONS: Readonly<Record<string, MappingTarget['notation']>> = {
  number: 'number',
  date: 'date',
  moment: 'date',
};

/** Set by Plinth; files do not say them. */
const SYSTEM: ReadonlySet<string> = new Set(['created', 'modified']);

/** What the columns of a file can be taken for. Parts of cards and translations only where the file names them. */
export function targetsOf(schema: SchemaDefinition, header: readonly string[]): MappingTarget[] {
  const required = new Set(schema.requiredProperties);
  const own = Object.entries(schema.properties)
    .filter(([name, definition]) => !SYSTEM.has(name) && definition.kept !== true)
    .map(([name, definition]) => ({
      name,
      label: labelOf(name, definition),
      required: required.has(name),
      notation: NOTATIONS[declaredKind(definition)?.filter ?? ''],
    }));
  const known = new Set(own.map(({ name }) => name));
  const parts = header.filter((name) => {
    const [first = '', ...rest] = name.split('.');
    return rest.length > 0 && known.has(first) && !known.has(name);
  });
  return [...own, ...[...new Set(parts)].map((name) => ({ name, label: name, required: false }))];
}

/** A name without what people write differently: case, spaces, marks between words. */
const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** Ways in which a heading names a property, the surest first. */
const WAYS: readonly ((heading: string, target: MappingTarget) => boolean)[] = [
  (heading, { name }) => heading === name,
  (heading, { label }) => heading === label,
  (heading, { name }) => plain(heading) === plain(name),
  (heading, { label }) => plain(heading) === plain(label),
];

/** A property for each heading, each at most once; empty where none is meant. */
export function guessMapping(header: readonly string[], targets: readonly MappingTarget[]): string[] {
  const mapping = header.map(() => '');
  const used = new Set<string>();
  for (const means of WAYS) {
    for (const [at, heading] of header.entries()) {
      if (mapping[at] !== '' || plain(heading) === '') continue;
      const found = targets.find((target) => !used.has(target.name) && means(heading, target));
      if (!found) continue;
      mapping[at] = found.name;
      used.add(found.name);
    }
  }
  return mapping;
}

/** Takes a column for another property; the column that had it before is left out. */
export function remap(mapping: readonly string[], at: number, name: string): string[] {
  return mapping.map((before, index) => {
    if (index === at) return name;
    return name !== '' && before === name ? '' : before;
  });
}

/** What a mapping lacks: properties that must be there for new objects; the id, for updates. */
export function lacking(
  mapping: readonly string[],
  targets: readonly MappingTarget[],
  update: boolean,
): MappingTarget[] {
  const mapped = new Set(mapping.map((name) => name.split('.', 1)[0] ?? ''));
  if (update) return targets.filter(({ name }) => name === 'id' && !mapped.has('id'));
  return targets.filter(({ name, required }) => required && name !== 'id' && !mapped.has(name));
}
