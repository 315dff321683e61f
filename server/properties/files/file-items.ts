/** What the kinds with files of any type store of one (spec/resources.md#file-value). */
import { extensionOf, stemOf } from '../../contract/files.js';
import type { JsonObject } from '../../contract/values.js';
import type { Upload } from './abilities.js';
import { uploadDateOf } from './items.js';

/** What is played while it is loaded: sound and film. */
export const isMedia = (mime: string): boolean => /^(?:audio|video)\//.test(mime);

/** Where a file is served: what can be played as a stream, all else as a download. */
export const fileLink = (address: string, { mime }: JsonObject): string =>
  `/${isMedia(String(mime ?? '')) ? 'stream' : 'download'}${address}`;

/** The name a browser is offered: as the sender called it, with the extension the file has. */
function downloadName({ sent, name, old }: Upload): string {
  const wanted = typeof old?.download === 'string' ? old.download : '';
  const plain =
    sent
      .normalize('NFC')
      .split(/[\\/]/)
      .at(-1)
      ?.replace(/[\p{Cc}"]/gu, '')
      .trim() ?? '';
  const base = wanted === '' ? plain || name : wanted;
  const extension = extensionOf(name);
  return extensionOf(base) === extension || extension === '' ? base : `${stemOf(base)}.${extension}`;
}

/** What an upload itself says of a file. */
export const uploaded = (upload: Upload): JsonObject => ({
  mime: upload.mime,
  size: upload.size,
  uploadDate: uploadDateOf(upload.now),
  download: downloadName(upload),
});

/** Whether there is a password, and never which: not even its hash. */
export function withoutPassword(value: JsonObject): JsonObject {
  if (!Object.hasOwn(value, 'password')) return value;
  const { password } = value;
  return { ...value, password: '', ...(password === '' || password === null ? {} : { hasPassword: true }) };
}
