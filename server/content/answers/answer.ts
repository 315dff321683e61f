/** What operations on objects answer: bytes ready to be sent, never values to be serialized again. */
import type { ObjectDocument } from '../../contract/objects.js';
import type { JsonObject } from '../../contract/values.js';
import { present } from '../../schemas/present.js';
import { etagOf } from '../../store/catalogue/row.js';
import type { CollectionIndex, Row } from '../../store/types/catalogue.js';
import type { Stamp } from '../../store/types/stamp.js';
import type { Collection } from '../model/collection.js';
import { timesOf } from '../model/times.js';

export interface Answer {
  /** A JSON text in UTF-8. */
  readonly bytes: Buffer;
  /** Strong ETag of the bytes, quoted. */
  readonly etag: string;
  /** Names of properties the caller is warned of (`X-Plinth-Warnings`). */
  readonly warnings?: readonly string[];
  /** The change was merged; names of properties that others had changed since (`X-Plinth-Merged`). */
  readonly merged?: readonly string[];
}

const COMMA = 0x2c;

/** JSON texts as one body: `head`, the texts with commas between them, `tail`. */
export function joined(head: string, texts: readonly Buffer[], tail: string): Buffer {
  const [before, after] = [Buffer.from(head), Buffer.from(tail)];
  let length = before.length + after.length + Math.max(0, texts.length - 1);
  for (const text of texts) length += text.length;
  const bytes = Buffer.allocUnsafe(length);
  bytes.set(before);
  let at = before.length;
  for (const text of texts) {
    if (at > before.length) bytes[at++] = COMMA;
    bytes.set(text, at);
    at += text.length;
  }
  bytes.set(after, at);
  return bytes;
}

/** The object in an answer. */
export const shownIn = ({ bytes }: Answer): JsonObject => JSON.parse(bytes.toString());

export { etagOf };

/** The public answer: the cached bytes. */
export function publicAnswer(collectionIndex: CollectionIndex, row: Row): Answer {
  return { bytes: collectionIndex.bytes(row), etag: collectionIndex.etag(row) };
}

/** Whether callers who may write an object get another answer: with private properties, or values of another kind. */
export const showsMore = (
  { hasPrivate }: Collection,
  collectionIndex: Pick<CollectionIndex, 'isPartial'>,
  row: Row,
): boolean => hasPrivate || collectionIndex.isPartial(row);

/** The answer for a caller who may write the object: private properties are shown. */
export function writerAnswer(collection: Collection, document: ObjectDocument, stamp: Stamp): Answer {
  const times = timesOf(document, stamp);
  const shown = present(collection.schema, document, {
    writer: true,
    times,
    collection: collection.settings.id,
    shown: collection.shown,
  });
  const bytes = Buffer.from(JSON.stringify(shown));
  return { bytes, etag: etagOf(bytes) };
}
