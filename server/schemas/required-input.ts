/** Which required properties are an author's to fill in. */
import { SYSTEM_PROPERTIES } from '../contract/names.js';
import { autogenOf } from './autogen.js';
import type { Property, Schema } from './schema.js';

/** Whether Plinth fills in a property automatically. */
function isFilledIn({ definition, kind }: Property): boolean {
  const { settings = {} } = definition;
  const stamped = [settings.onCreate, settings.onUpdate, definition.onCreate, definition.onUpdate].includes(
    true,
  );
  const preset = definition.default !== undefined && definition.default !== null;
  return (
    stamped ||
    preset ||
    kind.kept === true ||
    // Files are uploaded after their object exists.
    kind.files !== undefined ||
    autogenOf(definition) !== undefined ||
    settings.calc !== undefined
  );
}

/** Required properties that an author must fill in. */
export const requiredInput = (schema: Schema): string[] =>
  schema.required.filter((name) => {
    const property = schema.properties.get(name);
    return property !== undefined && name !== 'id' && !SYSTEM_PROPERTIES.has(name) && !isFilledIn(property);
  });
