/** Unpacks an archive that is to be imported, next to the data folder; the checks are those of every archive. */
import { dirname } from 'node:path';
import type { Content } from '../content/core/base.js';
import { filePathProblem } from '../contract/file-names.js';
import { SourceFolder } from '../store/host/source-files.js';
import { asRefusal, filesOfArchive, MAX_FILE_BYTES } from '../transfer/archive.js';

export interface Unpacked {
  folder: SourceFolder;
  close(): Promise<void>;
}

/** Throws `invalid` for a damaged or dangerous archive, `tooLarge`. Files whose names no file system takes are left out. */
export async function unpackZip(base: Content, path: string): Promise<Unpacked> {
  const incoming = await base.store.files.incoming();
  try {
    const { zip, files, top } = await filesOfArchive(path);
    try {
      for (const [name, entry] of files) {
        const below = name.slice(top.length);
        if (filePathProblem(below) !== undefined) continue;
        const content = await zip.openReadStreamPromise(entry);
        await incoming.write(below, content, Math.min(entry.uncompressedSize, MAX_FILE_BYTES));
      }
    } finally {
      zip.close();
    }
    return {
      folder: await SourceFolder.open(dirname(incoming.pathOf('a'))),
      close: () => incoming.discard(),
    };
  } catch (error) {
    await incoming.discard();
    throw asRefusal(error);
  }
}
