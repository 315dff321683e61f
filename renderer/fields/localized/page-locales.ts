/** Languages of a form whose localized fields are switched together. Pure. */
import type { SchemaDefinition } from '#contract/schemas';
import type { JsonObject } from '#contract/values';
import type { FieldLookup } from '../kind';
import { flag } from '../settings';
import { localesOf } from './locales';

interface LocalizedForm {
  schema: SchemaDefinition;
  fields: FieldLookup;
}

/** Properties that switch their language together. */
export const localizedIn = ({ schema, fields }: LocalizedForm): string[] =>
  Object.entries(schema.properties).flatMap(([name, definition]) =>
    fields.kindFor(definition, undefined).byLanguage && flag(definition, 'localeSync', true) ? [name] : [],
  );

/** Their languages: those that the settings of any of them name, then those that texts of the object have. */
export function localesTogether(form: LocalizedForm, values: JsonObject): string[] {
  const names = localizedIn(form);
  const all = names.map((name) => values[name]);
  const definitions = names.flatMap((name) => form.schema.properties[name] ?? []);
  return [...new Set(definitions.flatMap((definition) => localesOf(definition, all)))];
}

/** Whether one switch serves the whole form: several fields, in several languages. */
export const hasPageSwitch = (form: LocalizedForm, locales: readonly string[]): boolean =>
  localizedIn(form).length > 1 && locales.length > 1;
