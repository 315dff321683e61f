/** Schemas of zod made from the JSON Schema of a collection while a site is built. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What is used of a schema of zod, 3 or 4. */
export interface Zod {
  optional(): Zod;
  passthrough(): Zod;
}

/** What is used of the module. */
export interface ZodModule {
  any(): Zod;
  string(): Zod;
  number(): Zod;
  boolean(): Zod;
  literal(value: string | number | boolean): Zod;
  union(options: Zod[]): Zod;
  array(item: Zod): Zod;
  record(key: Zod, value: Zod): Zod;
  object(shape: Record<string, Zod>): Zod;
}

export interface JsonSchema {
  type?: string | string[];
  $ref?: string;
  enum?: unknown[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  additionalProperties?: boolean | JsonSchema;
  required?: string[];
  definitions?: Record<string, JsonSchema>;
  'x-plinth-kind'?: string;
}

/** What the request makes of values. */
export interface Reshaped {
  /** Names of relations that are replaced by objects. */
  expanded: readonly string[];
  /** Texts by language are one text. */
  oneLanguage: boolean;
  /** The only properties that are answered. */
  fields: readonly string[] | undefined;
}

/** The zod of Astro, which the site may have only through Astro. */
export async function astroZod(): Promise<ZodModule> {
  const { resolve } = createRequire(join(process.cwd(), 'package.json'));
  const { z } = await import(/* @vite-ignore */ pathToFileURL(resolve('astro/zod')).href);
  return z;
}

const isScalar = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

/** The schema of the objects that a collection answers. */
export function zodOf(z: ZodModule, whole: JsonSchema, { expanded, oneLanguage, fields }: Reshaped): Zod {
  const { definitions = {} } = whole;

  /** `inside`: definitions around the value, so that a part that contains itself ends. */
  const valueSchema = (schema: JsonSchema, inside: readonly string[]): Zod => {
    const { $ref, type, items, properties, additionalProperties } = schema;
    if ($ref !== undefined) {
      const name = $ref.slice($ref.lastIndexOf('/') + 1);
      const named = definitions[name];
      return named && !inside.includes(name) ? valueSchema(named, [...inside, name]) : z.any();
    }
    if (oneLanguage && schema['x-plinth-kind']?.startsWith('localized')) return z.string();
    const choices = schema.enum?.filter(isScalar) ?? [];
    if (choices.length === 1) return z.literal(choices[0] ?? '');
    if (choices.length > 1) return z.union(choices.map((choice) => z.literal(choice)));
    if (type === 'string') return z.string();
    if (type === 'number' || type === 'integer') return z.number();
    if (type === 'boolean') return z.boolean();
    if (type === 'array') return z.array(valueSchema(items ?? {}, inside));
    if (type !== 'object') return z.any();
    if (properties) return objectOf(schema, inside).passthrough();
    const values = typeof additionalProperties === 'object' ? additionalProperties : {};
    return z.record(z.string(), valueSchema(values, inside));
  };

  const objectOf = ({ properties = {}, required = [] }: JsonSchema, inside: readonly string[]): Zod =>
    z.object(
      Object.fromEntries(
        Object.entries(properties).map(([name, schema]) => {
          const value = valueSchema(schema, inside);
          return [name, required.includes(name) ? value : value.optional()];
        }),
      ),
    );

  const { $schema: _key, ...properties } = whole.properties ?? {};
  const shown = Object.entries(properties).filter(
    ([name]) =>
      fields === undefined || name === 'id' || fields.some((field) => field.split('.', 1)[0] === name),
  );
  const answered = Object.fromEntries(
    shown.map(([name, schema]) => [
      name,
      expanded.some((path) => path.split('.', 1)[0] === name) ? {} : schema,
    ]),
  );
  // An expanded relation is an object or null, whatever was stored.
  const required = ['created', 'modified', ...(whole.required ?? [])].filter(
    (name) => answered[name]?.type !== undefined,
  );
  return objectOf({ properties: answered, required }, []);
}
