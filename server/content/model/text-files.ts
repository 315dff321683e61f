/** Properties whose texts are in files beside the JSON of an object (spec/field-kinds.md#code-and-json). */
import type { Schema } from '../../schemas/schema.js';

/** File names by property; one text per file. */
export function textFilesOf(schema: Schema): Map<string, string> {
  const files = new Map<string, string>();
  for (const { name, kind, definition } of schema.properties.values()) {
    const file = kind.textFile?.(definition);
    if (file !== undefined && ![...files.values()].includes(file)) files.set(name, file);
  }
  return files;
}
