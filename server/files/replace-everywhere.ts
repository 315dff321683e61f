/** One file in the place of all with the same bytes (spec/files.md#same-bytes). */
import { changeAtomically } from '../content/batch/batch.js';
import type { BatchOperation } from '../content/batch/batch-operations.js';
import type { WriteBase } from '../content/core/base.js';
import { extensionOf, stemOf } from '../contract/files.js';
import type { FilePlace, MediaFile, MediaReplacement } from '../contract/media.js';
import { message, rule } from '../contract/messages/message.js';
import { PlinthError } from '../errors.js';
import { narrowed } from '../origins.js';
import { sameStamp } from '../store/disk/stamp.js';
import { type FileProperty, resolveEmbedFolder, resolveFileProperty } from './address.js';
import { checkEmbeddedFile, saveEmbedded } from './embedded-files.js';
import { filePart, tagOfFile } from './find.js';
import type { StagedFile } from './inspect-file.js';
import type { SameFile } from './same-files.js';
import { checkFile, refusal, saveFile, type UploadPlace } from './save-file.js';
import { type Linker, withOtherLinks } from './upload-links.js';

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
  const problems = Object.values(error.details ?? {}).flat();
  return problems.map(({ text }) => text).join('; ') || error.message;
}

/** What is to become of one file. */
interface Replacing {
  check(): Promise<void>;
  replace(staged: StagedFile): Promise<void>;
}

/** A file that a value names: an upload in its place. */
async function inValue(base: WriteBase, { file, stamp }: SameFile, sent: StagedFile): Promise<Replacing> {
  const { collection, id, path, name } = file;
  const property = await resolveFileProperty(base, collection, id, path.split('/'));
  const named = (staged: StagedFile) => ({ ...staged, name: nameFor(name, staged.name) });
  return {
    check: () => checkFile(base, property, named(sent)),
    async replace(staged) {
      const { upload, address } = placesOf(file, property);
      const options = { ifMatch: tagOfFile(stamp), part: filePart(base, address) };
      await saveFile(base, upload, named(staged), options);
    },
  };
}

const groupOf = (mime: string): string => /^(?:image|audio|video)(?=\/)/.exec(mime)?.[0] ?? '';

/** A file of a rich text: the new one comes beside it, and links in texts lead to that one. */
async function inText(
  base: WriteBase,
  { file, stamp }: SameFile,
  sent: StagedFile,
  linkers: readonly Linker[],
): Promise<Replacing> {
  const { collection, id, path, name, mime } = file;
  const property = await resolveEmbedFolder(base, collection, id, path.split('/'));
  const named = (staged: StagedFile) => ({ ...staged, name: nameFor(name, staged.name) });
  const isSame = () => sameStamp(base.store.files.stamp(collection, id, path), stamp);
  return {
    async check() {
      const found = await checkEmbeddedFile(base, property, named(sent));
      // The text has an element for the former one.
      if (groupOf(found) !== groupOf(mime)) {
        throw refusal(property, [rule(`must stay ${groupOf(mime) || 'a file'} in the text, not ${found}`)]);
      }
    },
    async replace(staged) {
      if (!isSame()) throw new PlinthError('stale', message('fileChanged'));
      const segments = path.split('/').slice(0, -1);
      const saved = await saveEmbedded(base, { collection, id, segments }, named(staged));
      const next = { collection, id, path: [...saved.keys, saved.path].join('/') };
      const operations = linkers.map(
        (one, at): BatchOperation => ({
          at,
          collection: one.collection,
          id: one.id,
          operation: 'patch',
          sent: {},
          rewrite: (current) => withOtherLinks(current, file, next),
        }),
      );
      await changeAtomically({ ...base, change: narrowed(base.change, 'batch') }, operations);
    },
  };
}

/**
 * Replaces files one after the other, all in the transaction of the request. First each is checked: where one would be
 * rejected, nothing is replaced. One that is no longer the file that was seen is left as it is.
 */
export async function replaceEverywhere(
  base: WriteBase,
  same: readonly SameFile[],
  staged: StagedFile,
  linkersOf: (file: FilePlace) => readonly Linker[],
): Promise<MediaReplacement> {
  const replacement: MediaReplacement = { replaced: [], rejected: [] };
  const place = ({ collection, id, path }: FilePlace): FilePlace => ({ collection, id, path });
  const all = new Map<SameFile, Replacing>();
  for (const one of same) {
    try {
      const replacing = one.file.linked
        ? await inText(base, one, staged, linkersOf(one.file))
        : await inValue(base, one, staged);
      await replacing.check();
      all.set(one, replacing);
    } catch (error) {
      replacement.rejected.push({ ...place(one.file), reason: reasonOf(error) });
    }
  }
  if (replacement.rejected.length > 0) return replacement;
  for (const [at, one] of same.entries()) {
    try {
      const path = `copy-${at}`;
      await staged.incoming.duplicate(staged.path, path);
      await all.get(one)?.replace({ ...staged, path });
      replacement.replaced.push(place(one.file));
    } catch (error) {
      replacement.rejected.push({ ...place(one.file), reason: reasonOf(error) });
    }
  }
  return replacement;
}
