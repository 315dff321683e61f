/** What a schema says of the order of values: the places of options, and the language of texts (spec/queries.md#sort). */
import { isJsonObject } from '../../contract/values.js';
import { optionsOf } from '../../properties/select/options.js';
import { type Collation, collationOf } from '../../query/collation.js';
import type { OrderOf } from '../../query/sort.js';
import type { Schema } from '../../schemas/schema.js';

function placesOfOptions(schema: Schema, name: string): ReadonlyMap<string, number> | undefined {
  const options = optionsOf(schema.properties.get(name)?.definition.options);
  const values = new Set(options.map(({ value }) => String(value)));
  return values.size > 0 ? new Map([...values].map((value, place) => [value, place])) : undefined;
}

/** The language a property is written in: the one its name leads into, the one of its definition, the folder's. */
export function languageOf(schema: Schema, name: string, folder: string): string {
  const [first = '', locale] = name.split('.');
  const property = schema.properties.get(first);
  if (property?.kind.locales && locale !== undefined) return locale;
  const { settings } = property?.definition ?? {};
  const lang = isJsonObject(settings) ? settings.lang : undefined;
  return typeof lang === 'string' && lang !== '' ? lang : folder;
}

/** `folder`: the language of its settings; empty for none. */
export const orderOf = (schema: Schema, folder: string): OrderOf => ({
  options: (name) => placesOfOptions(schema, name),
  collation: (name): Collation | undefined => {
    const language = languageOf(schema, name, folder);
    return language === '' ? undefined : collationOf(language);
  },
});
