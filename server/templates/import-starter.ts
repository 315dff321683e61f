/**
 * Imports a bundled starter: its definition, then the files of its objects. They are saved as uploads, so that sizes,
 * colors and hashes are those of the running version.
 */
import { Readable } from 'node:stream';
import type { WriteBase } from '../content/core/base.js';
import { inFlight } from '../content/core/in-flight.js';
import { message } from '../contract/messages/message.js';
import type { ImportResult } from '../contract/templates.js';
import { missing } from '../errors.js';
import { describeFile } from '../files/change-files.js';
import { saveFile } from '../files/save-file.js';
import { resourceBytes } from '../store/host/resources.js';
import { importTemplate, type TemplateImportOptions } from './import.js';
import { type StarterFile, starter, starterFiles } from './starters.js';

/** No file of a starter is larger. */
const LIMIT = 1024 * 1024;

/**
 * Imports a starter; what exists already stays. Repeating an interrupted import adds what is missing. Throws `missing`
 * for an unknown starter.
 */
export async function importStarter(
  base: WriteBase,
  id: string,
  options: Pick<TemplateImportOptions, 'signal'> = {},
): Promise<ImportResult> {
  const document = starter(id);
  if (!document) throw missing(message('starterMissing'));
  const result = await importTemplate(base, document, options);
  if (!result.success) return result;
  await inFlight(starterFiles(id).values(), async (files) => {
    options.signal?.throwIfAborted();
    // One after the other, so that a gallery has their order.
    for (const file of files) await addFile(base, file);
  });
  return result;
}

async function addFile(base: WriteBase, file: StarterFile): Promise<void> {
  const { collection, id, property, name, metadata, path } = file;
  if (base.store.files.stamp(collection, id, `${property}/${name}`) !== undefined) return;
  const place = { collection, id, segments: [property] };
  const incoming = await base.store.files.incoming();
  try {
    const size = await incoming.write('file', Readable.from([resourceBytes(path)]), LIMIT);
    const saved = await saveFile(base, place, { incoming, path: 'file', name, size });
    const item = saved.property.files.many ? [property, saved.item.name] : [property];
    await describeFile(base, { ...place, segments: item }, metadata, { replace: false });
  } finally {
    await incoming.discard();
  }
}
