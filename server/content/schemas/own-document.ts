/** Custom schemas whose change goes on in the files of objects. */
import { message } from '../../contract/messages/message.js';
import type { SchemaDocument } from '../../contract/schemas.js';
import { conflict, missing } from '../../errors.js';
import type { Changing, Content, Live } from '../core/base.js';
import type { Collection } from '../model/collection.js';

/** A custom schema's stored document. Throws `missing`, `conflict` for a built-in one. */
export function ownDocument(base: Content, id: string): SchemaDocument {
  const document = base.library.document(id);
  if (!document) throw missing(message('schemaMissing', { id }));
  if (base.library.isBuiltIn(id)) throw conflict(message('schemaBuiltInUnchangeable', { id }));
  return document;
}

/** Collections whose objects follow a schema in any way. */
export function concerned(base: Content, id: string): Collection[] {
  const affected = base.library.affected(id);
  return base.collections.all().filter(({ settings }) => affected.includes(settings.schema));
}

/** Saves a document, unless it is stored already. The caller holds the lock. */
export async function saveDocument(base: Content & Live & Changing, document: SchemaDocument): Promise<void> {
  if (JSON.stringify(document) === JSON.stringify(base.library.document(document.id))) return;
  await base.library.save(document, { create: false, id: document.id }, base.change);
  base.collections.rebind();
  base.events.emit({ type: 'schema.saved', schema: document.id }, base.change);
}
