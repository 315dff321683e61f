/** One file in the place of all with the same bytes (spec/files.md#same-bytes). */
import type { WriteBase } from '../content/core/base.js';
import { extensionOf, stemOf } from '../contract/files.js';
import type { FilePlace, MediaFile, MediaReplacement } from '../contract/media.js';
import { PlinthError } from '../errors.js';
import { type FileProperty, resolveFileProperty } from './address.js';
import { filePart, tagOfFile } from './find.js';
import type { StagedFile } from './inspect-file.js';
import type { SameFile } from './same-files.js';
import { checkFile, saveFile, type UploadPlace } from './save-file.js';

/** Where an upload goes that takes the place of a file, and the address of that file. */
function placesOf({ collection, id, path, name }: MediaFile, { files, keys, folder }: FileProperty) {
  const object = { collection, id };
  const folders = path
    .slice(folder.length + 1)
    .split('/')
    .slice(0, -1);
  if (files.folders) {
    const within = { folder: folders.join('/') };
    const upload: UploadPlace = { ...object, segments: keys, ...within, instead: name };
    return { upload, address: { ...object, segments: [...keys, name], ...within } };
  }
  const segments = files.many ? [...keys, name] : keys;
  return { upload: { ...object, segments }, address: { ...object, segments } };
}

/** The name of a replaced file with the extension of the new one: addresses with the name stay as they are. */
const nameFor = (old: string, sent: string): string => {
  const extension = extensionOf(sent);
  return extension === '' || extension === extensionOf(old) ? old : `${stemOf(old)}.${extension}`;
};

/** The sentences of a rejection. */
function reasonOf(error: unknown): string {
  if (!(error instanceof PlinthError)) throw error;
  return (
    Object.values(error.details ?? {})
      .flat()
      .join('; ') || error.message
  );
}

/**
 * Replaces files one after the other, all in the transaction of the request. First each is checked: where one would be
 * rejected, nothing is replaced. One that is no longer the file that was seen is left as it is.
 */
export async function replaceEverywhere(
  base: WriteBase,
  same: readonly SameFile[],
  staged: StagedFile,
): Promise<MediaReplacement> {
  const replacement: MediaReplacement = { replaced: [], rejected: [] };
  const place = ({ collection, id, path }: FilePlace): FilePlace => ({ collection, id, path });
  const properties = new Map<SameFile, FileProperty>();
  for (const one of same) {
    const { collection, id, path, name } = one.file;
    try {
      const property = await resolveFileProperty(base, collection, id, path.split('/'));
      properties.set(one, property);
      await checkFile(base, property, { ...staged, name: nameFor(name, staged.name) });
    } catch (error) {
      replacement.rejected.push({ ...place(one.file), reason: reasonOf(error) });
    }
  }
  if (replacement.rejected.length > 0) return replacement;
  for (const [at, one] of same.entries()) {
    const property = properties.get(one);
    if (!property) continue;
    try {
      const { upload, address } = placesOf(one.file, property);
      const path = `copy-${at}`;
      await staged.incoming.duplicate(staged.path, path);
      const options = { ifMatch: tagOfFile(one.stamp), part: filePart(base, address) };
      const copy = { ...staged, path, name: nameFor(one.file.name, staged.name) };
      await saveFile(base, upload, copy, options);
      replacement.replaced.push(place(one.file));
    } catch (error) {
      replacement.rejected.push({ ...place(one.file), reason: reasonOf(error) });
    }
  }
  return replacement;
}
