/** Exports a schema (spec/import-export.md#export): the stored document, ready to be imported elsewhere. */
import type { Content } from '../content/core/base.js';
import { message } from '../contract/messages/message.js';
import { missing } from '../errors.js';

/** The stored document, not flattened, as JSON text. Throws `missing`. */
export function schemaExport(base: Content, id: string): { filename: string; text: string } {
  const document = base.library.document(id);
  if (!document) throw missing(message('schemaMissing', { id }));
  return { filename: `schema-${id}.json`, text: `${JSON.stringify(document, null, 2)}\n` };
}
