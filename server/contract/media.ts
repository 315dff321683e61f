/** Files of all objects together, as the media page lists them. */
import type { TrashEntry } from './objects.js';
import type { KindName } from './schemas.js';
import type { JsonObject } from './values.js';

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
export interface FilePlace {
  collection: string;
  /** Of the object. */
  id: string;
  /** Below the object's folder. */
  path: string;
}

/** A file to copy, in the body of an upload (spec/files.md#copies). */
export interface CopySource extends FilePlace {
  /** As the caller has seen it: a file that is another one by now is not copied. */
  size?: number;
  uploadDate?: string;
}

/** An object whose texts link to a file. */
export interface MediaLinker {
  collection: string;
  id: string;
  title: string;
}

/** Answer of `GET {api}/media/file`. */
export interface MediaDetails {
  file: MediaFile;
  caption: string;
  tags: string[];
  focalpoint?: { x: number; y: number };
  /** How the image is cropped and rotated; its width and height are of the result. */
  edit?: JsonObject;
  /** What the camera noted, without the position. */
  exif: JsonObject;
  /** The files with the same bytes, this one among them. */
  same: MediaFile[];
  /** Of the files of rich texts among them: the objects whose texts link to each. */
  links: (FilePlace & { from: MediaLinker[] })[];
  /** Names this list: `If-Match` of a request that replaces them. */
  version: string;
}

/** Answer of `POST {api}/media/replace`. */
export interface MediaReplacement {
  replaced: FilePlace[];
  /** Files that stay as they are, with the rule they break; where there is one before the start, nothing is replaced. */
  rejected: (FilePlace & { reason: string })[];
}

/** Max files moved to the trash in one request. */
export const MAX_REMOVED = 1000;

/** Answer of `POST {api}/media/trash`. */
export interface UnusedRemoval {
  /** One entry for each object. */
  trashed: TrashEntry[];
  /** Files that are in use after all, or gone. */
  rejected: (FilePlace & { reason: string })[];
}

/** A file of the folder, as `GET {api}/media` lists it. */
export interface MediaFile extends FilePlace {
  /** Title of the object. */
  title: string;
  /** Path of the property with slashes; empty for an unused file. */
  property: string;
  kind: KindName | undefined;
  name: string;
  mime: string;
  /** Bytes. */
  size: number;
  width?: number;
  height?: number;
  /** Of images only. */
  alt?: string;
  /** Where it is served; absent for an unused file. */
  url?: string;
  hash?: string;
  tags?: string[];
  /** ISO 8601. */
  uploadDate?: string;
  /** In the folder of a rich text: links in texts name it, and nothing is kept about it. */
  linked?: true;
}

/** Answer of `GET {api}/media`. */
export interface MediaList {
  total: number;
  count: number;
  limit: number;
  offset: number;
  /** Bytes of all files that were found. */
  size: number;
  files: MediaFile[];
  /** With `counts=true`. */
  counts?: MediaCounts;
}

/** Files by the collections and properties they are in, and by their tags; none without files. */
export interface MediaCounts {
  places: { collection: string; count: number; properties: MediaPropertyCount[] }[];
  tags: { tag: string; count: number }[];
}

export interface MediaPropertyCount {
  property: string;
  /** What the schema calls it, if it does. */
  label?: string;
  count: number;
}
