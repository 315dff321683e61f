/** A zip archive made while it is sent: entries are opened one after the other, a few are known ahead. */
import { EventEmitter, once } from 'node:events';
import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

export interface ZipEntry {
  /** Path in the archive with `/` between the names. */
  path: string;
  modified: Date;
  /** Opened when its turn has come. Undefined: the file has gone meanwhile and the entry stays empty. */
  open(): Readable;
}

/** Entries announced to the archive before their turn; all of them would be a list as long as the collection. */
const AHEAD = 32;

/** Files that are compressed already gain nothing from it. */
const PACKED =
  /\.(?:jpe?g|png|gif|webp|avif|heic|mp[34]|m4[av]|mov|webm|ogg|zip|gz|7z|rar|woff2?|docx|xlsx|pptx)$/i;

/** The bytes of an archive of these entries. A file that cannot be read breaks it off. */
export async function* zipOf(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const turns = new EventEmitter();
  const { outputStream } = zip;
  let waiting = 0;
  let open: Readable | undefined;
  let given = true;
  const fail = (error: unknown) => {
    if ('destroy' in outputStream && typeof outputStream.destroy === 'function') outputStream.destroy(error);
  };
  zip.on('error', fail);

  const announce = async () => {
    for await (const { path, modified, open: openEntry } of entries) {
      while (waiting >= AHEAD && given) await once(turns, 'turn');
      if (!given) return;
      waiting += 1;
      zip.addReadStreamLazy(
        path,
        { mtime: modified, mode: 0o100644, compress: !PACKED.test(path) },
        (take) => {
          waiting -= 1;
          turns.emit('turn');
          try {
            open = openEntry();
            take(null, open);
          } catch (error) {
            fail(error);
          }
        },
      );
    }
    zip.end();
  };
  announce().catch(fail);
  try {
    for await (const chunk of outputStream) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
  } finally {
    given = false;
    turns.emit('turn');
    open?.destroy();
  }
}
