/** Files of all objects together, as the media page lists them. */
import {
  all,
  count,
  counts,
  extended,
  listOf,
  named,
  number,
  open,
  type Shape,
  type Typed,
  text,
  yes,
} from './json-schema.js';
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
const FILE_PLACE = all({
  collection: text,
  /** Of the object. */
  id: text,
  /** Below the object's folder. */
  path: text,
});
export type FilePlace = Typed<typeof FILE_PLACE>;

/** A file to copy, in the body of an upload (spec/files.md#copies). */
export const COPY_SOURCE = extended(
  FILE_PLACE,
  {},
  {
    /** As the caller has seen it: a file that is another one by now is not copied. */
    size: count,
    uploadDate: text,
  },
);
export type CopySource = Typed<typeof COPY_SOURCE>;

const kindName: Shape<KindName> = { type: 'string' };

/** A file of the folder. */
export const MEDIA_FILE = named(
  'MediaFile',
  extended(
    FILE_PLACE,
    {
      /** Title of the object. */
      title: text,
      /** Path of the property with slashes; empty for an unused file. */
      property: text,
      name: text,
      mime: text,
      /** Bytes. */
      size: number,
    },
    {
      kind: kindName,
      width: number,
      height: number,
      /** Of images only. */
      alt: text,
      /** Where it is served; absent for an unused file. */
      url: text,
      hash: text,
      tags: listOf(text),
      /** ISO 8601. */
      uploadDate: text,
      /** In the folder of a rich text: links in texts name it, and nothing is kept about it. */
      linked: yes,
    },
  ),
);
export type MediaFile = Typed<typeof MEDIA_FILE>;

/** An object whose texts link to a file. */
const LINKER = all({ collection: text, id: text, title: text });
export type MediaLinker = Typed<typeof LINKER>;

export const MEDIA_DETAILS = all(
  {
    file: MEDIA_FILE,
    caption: text,
    tags: listOf(text),
    /** What the camera noted, without the position. */
    exif: open,
    /** The files with the same bytes, this one among them. */
    same: listOf(MEDIA_FILE),
    /** Of the files of rich texts among them: the objects whose texts link to each. */
    links: listOf(extended(FILE_PLACE, { from: listOf(LINKER) })),
    /** Names this list: `If-Match` of a request that replaces them. */
    version: text,
  },
  {
    focalpoint: all({ x: number, y: number }),
    /** How the image is cropped and rotated; its width and height are of the result. */
    edit: open,
  },
);
export type MediaDetails = Typed<typeof MEDIA_DETAILS>;

const REJECTED = listOf(extended(FILE_PLACE, { reason: text }));

export const MEDIA_REPLACEMENT = all({
  replaced: listOf(FILE_PLACE),
  /** Files that stay as they are, with the rule they break; where there is one before the start, nothing is replaced. */
  rejected: REJECTED,
});
export type MediaReplacement = Typed<typeof MEDIA_REPLACEMENT>;

/** Max files moved to the trash in one request. */
export const MAX_REMOVED = 1000;

export const UNUSED_FILES = all({ files: { ...listOf(FILE_PLACE), minItems: 1, maxItems: MAX_REMOVED } });

export const UNUSED_REMOVAL = all({
  /** One entry for each object. */
  trashed: listOf(TRASH_ENTRY),
  /** Files that are in use after all, or gone. */
  rejected: REJECTED,
});
export type UnusedRemoval = Typed<typeof UNUSED_REMOVAL>;

const PROPERTY_COUNT = all(
  { property: text, count },
  {
    /** What the schema calls it, if it does. */
    label: text,
  },
);
export type MediaPropertyCount = Typed<typeof PROPERTY_COUNT>;

/** Files by the collections and properties they are in, and by their tags; none without files. */
const COUNTS = all({
  places: listOf(all({ collection: text, count, properties: listOf(PROPERTY_COUNT) })),
  tags: listOf(all({ tag: text, count })),
});
export type MediaCounts = Typed<typeof COUNTS>;

export const MEDIA_LIST = all(
  {
    ...counts('total', 'count', 'limit', 'offset'),
    /** Bytes of all files that were found. */
    size: number,
    files: listOf(MEDIA_FILE),
  },
  {
    /** With `counts=true`. */
    counts: COUNTS,
  },
);
export type MediaList = Typed<typeof MEDIA_LIST>;
