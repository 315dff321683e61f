/** Prints the types of a folder as schemas of zod (3 and 4), for `plinth types --zod`. */
import type { NamedValue, ValueType } from '../properties/value-type.js';
import type { FolderTypes, ObjectType, PropertyType } from './folder-types.js';
import { keyOf } from './typescript.js';

const FOCAL_POINT =
  'z.object({ x: z.number().optional(), y: z.number().optional() }).passthrough().optional()';
const text = (...names: string[]) => names.map((name) => `${name}: z.string().optional()`);
const count = (...names: string[]) => names.map((name) => `${name}: z.number().optional()`);
const flag = (...names: string[]) => names.map((name) => `${name}: z.boolean().optional()`);

const FILE = [
  ...text('name', 'url', 'alt', 'caption', 'mime', 'uploadDate'),
  ...count('size'),
  'tags: z.array(z.string()).optional()',
];

const shape = (...members: string[]) => `z.object({ ${members.join(', ')} }).passthrough()`;

/** Schemas of the objects of `plinth/client`. */
const NAMED: Readonly<Record<NamedValue, string>> = {
  ColorValue:
    'z.object({ hex: z.string(), oklch: z.object({ l: z.number(), c: z.number(), h: z.number() }) })',
  LocalizedText: 'z.record(z.string(), z.string())',
  ImageValue: shape(
    ...FILE,
    ...text('link', 'hash'),
    ...count('width', 'height'),
    ...flag('featured'),
    'palette: z.array(z.unknown()).optional()',
    'exif: z.record(z.string(), z.unknown()).optional()',
    `focalpoint: ${FOCAL_POINT}`,
  ),
  FileValue: shape(
    ...FILE,
    ...text('download', 'ext', 'comments'),
    ...count('count'),
    ...flag('protected', 'hasPassword'),
  ),
  DepotValue: shape(...flag('protected', 'hasPassword'), 'files: z.array(z.unknown()).optional()'),
};

const isNamed = (type: string): type is NamedValue => Object.hasOwn(NAMED, type);

/** `BlogPost` as the name of its schema, `blogPost`. */
const schemaName = (type: string): string => type.charAt(0).toLowerCase() + type.slice(1);

function valueSchema(type: ValueType): string {
  if (typeof type === 'string') return isNamed(type) ? `${schemaName(type)}Schema` : `z.${type}()`;
  if ('list' in type) return `z.array(${valueSchema(type.list)})`;
  if (type.open) return `z.${typeof type.oneOf[0]}()`;
  const literals = type.oneOf.map((value) => `z.literal(${JSON.stringify(value)})`);
  return literals.length === 1 ? (literals[0] ?? '') : `z.union([${literals.join(', ')}])`;
}

function typeSchema(type: PropertyType): string {
  // Parts can contain each other.
  const lazy = (name: string) => `z.lazy((): z.ZodTypeAny => ${schemaName(name)}Schema)`;
  if (typeof type === 'object' && 'blocks' in type) {
    const blocks = type.blocks.map(
      ({ part, schema }) => `${lazy(part)}.and(z.object({ schema: z.literal(${JSON.stringify(schema)}) }))`,
    );
    const item = blocks.length > 1 ? `z.union([${blocks.join(', ')}])` : (blocks[0] ?? 'z.unknown()');
    return `z.record(z.string(), ${item})`;
  }
  if (typeof type === 'string' || !('part' in type)) return valueSchema(type);
  const part = lazy(type.part);
  return type.many ? `z.record(z.string(), ${part})` : part;
}

function objectSchema({ name, part, properties }: ObjectType): string {
  const members = [
    `id: z.string()${part ? '.optional()' : ''}`,
    ...properties.map(
      ({ name: key, type, required }) => `${keyOf(key)}: ${typeSchema(type)}${required ? '' : '.optional()'}`,
    ),
    ...(part ? [] : ['created: z.string()', 'modified: z.string()']),
  ];
  return `export const ${schemaName(name)}Schema = z.object({\n${members.map((one) => `  ${one},\n`).join('')}});\n`;
}

/** Declarations that follow the interfaces; `z` is imported before them. */
export function zodOf({ objects, collections }: FolderTypes): string {
  const named = Object.entries(NAMED).map(
    ([name, schema]) => `export const ${schemaName(name)}Schema = ${schema};\n`,
  );
  const folder = collections.map(({ id, type }) => `  ${keyOf(id)}: ${schemaName(type.name)}Schema,\n`);
  return [
    ...named,
    ...objects.map(objectSchema),
    `/** The schemas of the collections of the folder. */\nexport const schemas = {\n${folder.join('')}};\n`,
  ].join('\n');
}
