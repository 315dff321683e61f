/** All that is known of one file of the folder, for the drawer of the media page. */
import type { Base } from '../content/core/base.js';
import type { FileItem } from '../contract/files.js';
import { readEdit } from '../contract/image-edit.js';
import type { FilePlace, MediaDetails, MediaFile } from '../contract/media.js';
import { message } from '../contract/messages/message.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/values.js';
import { missing } from '../errors.js';
import { POSITION } from '../properties/files/items.js';
import { filesOfDocument } from '../schemas/file-values.js';
import type { Stamp } from '../store/types/stamp.js';
import { inspectInHelper, RejectedFile } from './image-jobs.js';
import { addressOf, type SameFile, versionOf } from './same-files.js';

/** Max images whose size is remembered; one entry is some hundred bytes. */
const MAX_MEASURED = 500;

interface Measured extends Stamp {
  image: { width: number; height: number; exif: JsonObject } | undefined;
}

const words = (value: JsonValue | undefined): string[] =>
  Array.isArray(value) ? value.filter((word) => typeof word === 'string') : [];

/** Metadata without the position, which only the folder's settings show. */
const withoutPosition = (exif: JsonValue | undefined): JsonObject =>
  isJsonObject(exif)
    ? Object.fromEntries(Object.entries(exif).filter(([key]) => !POSITION.includes(key)))
    : {};

export class DetailsOfFiles {
  readonly #base: Base;
  readonly #measured = new Map<string, Measured>();

  constructor(base: Base) {
    this.#base = base;
  }

  /** Throws `missing`. `same`: the files with its bytes, itself among them. */
  async of(file: MediaFile, same: readonly SameFile[]): Promise<Omit<MediaDetails, 'links'>> {
    const item: FileItem = file.linked ? { name: file.name } : await this.#itemOf(file);
    const own = same.find((one) => addressOf(one.file) === addressOf(file));
    const isMeasured = file.width !== undefined && file.width > 0;
    const image =
      own && !isMeasured && file.mime.startsWith('image/') ? await this.#measure(file, own.stamp) : undefined;
    const { x, y } = isJsonObject(item.focalpoint) ? item.focalpoint : {};
    return {
      file: { ...file, ...(image && { width: image.width, height: image.height }) },
      caption: typeof item.caption === 'string' ? item.caption : '',
      tags: words(item.tags),
      ...(typeof x === 'number' && typeof y === 'number' && { focalpoint: { x, y } }),
      ...(readEdit(item.edit) && isJsonObject(item.edit) && { edit: item.edit }),
      exif: withoutPosition(image?.exif ?? item.exif),
      same: same.map((one) => one.file),
      version: versionOf(same),
    };
  }

  async #itemOf({ collection, id, path }: FilePlace): Promise<FileItem> {
    const stored = await this.#base.store.objects.read(collection, id);
    const { schema } = this.#base.collections.get(collection);
    const found = stored && filesOfDocument(schema, stored.document).find((one) => one.path === path);
    if (!found) throw missing(message('fileMissingOf', { path, id, collection }));
    return found.item;
  }

  /** Size and notes of an image among other files, whose metadata does not have them. Its bytes may be hostile. */
  async #measure(file: MediaFile, stamp: Stamp): Promise<Measured['image']> {
    const address = addressOf(file);
    const known = this.#measured.get(address);
    if (known?.size === stamp.size && known.mtimeMs === stamp.mtimeMs && known.ino === stamp.ino)
      return known.image;
    const { collection, id, path, mime } = file;
    const type = mime === 'image/svg+xml' ? 'svg' : mime === 'image/jpeg' ? 'jpeg' : 'other';
    const job = {
      path: this.#base.store.files.pathFor(collection, id, path),
      type,
      size: stamp.size,
    } as const;
    const wanted = { extractExif: true, extractPalette: false, gatherLocation: false };
    const image = await inspectInHelper(this.#base.images, { ...job, ...wanted })
      .then(({ image: { width, height, exif } }) => ({ width, height, exif }))
      .catch((error: unknown) => {
        if (error instanceof RejectedFile) return undefined;
        throw error;
      });
    if (this.#measured.size >= MAX_MEASURED) this.#measured.clear();
    this.#measured.set(address, { ...stamp, image });
    return image;
  }
}
