/** Files of all objects together, as the media page lists them. */
import * as wire from './json-schema.js';
import { TRASH_ENTRY } from './objects.js';
import type { KindName } from './schemas.js';

/** Groups of files by type, as the media page sorts them. */
export const MEDIA_TYPES = ['image', 'video', 'audio', 'document', 'other'] as const;
export type MediaType = (typeof MEDIA_TYPES)[number];

export function mediaType(mime: string): MediaType {
  const [top] = mime.split('/');
  if (top === 'image' || top === 'video' || top === 'audio') return top;
  return /^text\/|pdf|document|msword|spreadsheet|presentation|excel|powerpoint|rtf|epub/.test(mime)
    ? 'document'
    : 'other';
}

/** Orders of the list of files. */
export const MEDIA_SORTS = ['newest', 'largest', 'name'] as const;
export type MediaSort = (typeof MEDIA_SORTS)[number];

/** How many files a page of the list has: usually, and at most. */
export const MEDIA_PAGE = { default: 60, max: 200 } as const;

/** Max tags that are counted; those of most files come first. */
export const MAX_COUNTED_TAGS = 200;

/** Where a file of an object is. */
const FILE_PLACE = wire.all({
  collection: wire.text,
  /** Of the object. */
  id: wire.text,
  /** Below the object's folder. */
  path: wire.text,
});
export type FilePlace = wire.Typed<typeof FILE_PLACE>;

/** A file to copy, in the body of an upload (spec/files.md#copies). */
export const COPY_SOURCE = wire.extended(
  FILE_PLACE,
  {},
  {
    /** As the caller has seen it: a file that is another one by now is not copied. */
    size: wire.count,
    uploadDate: wire.text,
  },
);
export type CopySource = wire.Typed<typeof COPY_SOURCE>;

const kindName: wire.Shape<KindName> = { type: 'string' };

/** A file of the folder. */
export const MEDIA_FILE = wire.named(
  'MediaFile',
  wire.extended(
    FILE_PLACE,
    {
      /** Title of the object. */
      title: wire.text,
      /** Path of the property with slashes; empty for an unused file. */
      property: wire.text,
      name: wire.text,
      mime: wire.text,
      /** Bytes. */
      size: wire.number,
    },
    {
      kind: kindName,
      width: wire.number,
      height: wire.number,
      /** Of images only. */
      alt: wire.text,
      /** Where it is served; absent for an unused file. */
      url: wire.text,
      hash: wire.text,
      tags: wire.listOf(wire.text),
      /** ISO 8601. */
      uploadDate: wire.text,
      /** In the folder of a rich text: links in texts name it, and nothing is kept about it. */
      linked: wire.yes,
    },
  ),
);
export type MediaFile = wire.Typed<typeof MEDIA_FILE>;

/** An object whose texts link to a file. */
const LINKER = wire.all({ collection: wire.text, id: wire.text, title: wire.text });
export type MediaLinker = wire.Typed<typeof LINKER>;

export const MEDIA_DETAILS = wire.all(
  {
    file: MEDIA_FILE,
    caption: wire.text,
    tags: wire.listOf(wire.text),
    /** What the camera noted, without the position. */
    exif: wire.open,
    /** The files with the same bytes, this one among them. */
    same: wire.listOf(MEDIA_FILE),
    /** Of the files of rich texts among them: the objects whose texts link to each. */
    links: wire.listOf(wire.extended(FILE_PLACE, { from: wire.listOf(LINKER) })),
    /** Names this list: `If-Match` of a request that replaces them. */
    version: wire.text,
  },
  {
    focalpoint: wire.all({ x: wire.number, y: wire.number }),
    /** How the image is cropped and rotated; its width and height are of the result. */
    edit: wire.open,
  },
);
export type MediaDetails = wire.Typed<typeof MEDIA_DETAILS>;

const REJECTED = wire.listOf(wire.extended(FILE_PLACE, { reason: wire.text }));

export const MEDIA_REPLACEMENT = wire.all({
  replaced: wire.listOf(FILE_PLACE),
  /** Files that stay as they are, with the rule they break; where there is one before the start, nothing is replaced. */
  rejected: REJECTED,
});
export type MediaReplacement = wire.Typed<typeof MEDIA_REPLACEMENT>;

/** Max files moved to the trash in one request. */
export const MAX_REMOVED = 1000;

export const UNUSED_FILES = wire.all({
  files: { ...wire.listOf(FILE_PLACE), minItems: 1, maxItems: MAX_REMOVED },
});

export const UNUSED_REMOVAL = wire.all({
  /** One entry for each object. */
  trashed: wire.listOf(TRASH_ENTRY),
  /** Files that are in use after all, or gone. */
  rejected: REJECTED,
});
export type UnusedRemoval = wire.Typed<typeof UNUSED_REMOVAL>;

const PROPERTY_COUNT = wire.all(
  { property: wire.text, count: wire.count },
  {
    /** What the schema calls it, if it does. */
    label: wire.text,
  },
);
export type MediaPropertyCount = wire.Typed<typeof PROPERTY_COUNT>;

/** Files by the collections and properties they are in, and by their tags; none without files. */
const COUNTS = wire.all({
  places: wire.listOf(
    wire.all({ collection: wire.text, count: wire.count, properties: wire.listOf(PROPERTY_COUNT) }),
  ),
  tags: wire.listOf(wire.all({ tag: wire.text, count: wire.count })),
});
export type MediaCounts = wire.Typed<typeof COUNTS>;

export const MEDIA_LIST = wire.all(
  {
    ...wire.counts('total', 'count', 'limit', 'offset'),
    /** Bytes of all files that were found. */
    size: wire.number,
    files: wire.listOf(MEDIA_FILE),
  },
  {
    /** With `counts=true`. */
    counts: COUNTS,
  },
);
export type MediaList = wire.Typed<typeof MEDIA_LIST>;
