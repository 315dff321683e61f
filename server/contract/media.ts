/** Files of all objects together, as the media page lists them. */
import type { FileKindName } from './files.js';

/** What kind of thing a file is, by its type, as the media page sorts them. */
export const MEDIA_TYPES = ['image', 'video', 'audio', 'document', 'other'] as const;
export type MediaType = (typeof MEDIA_TYPES)[number];

export function mediaType(mime: string): MediaType {
  const [top] = mime.split('/');
  if (top === 'image' || top === 'video' || top === 'audio') return top;
  return /^text\/|pdf|document|msword|spreadsheet|presentation|excel|powerpoint|rtf|epub/.test(mime)
    ? 'document'
    : 'other';
}

/** A file of the folder, as `GET {api}/media` lists it. */
export interface MediaFile {
  collection: string;
  /** Of the object. */
  id: string;
  /** Title of the object. */
  title: string;
  /** Path of the property with slashes; empty for a file nobody names. */
  property: string;
  kind: FileKindName | undefined;
  name: string;
  /** Below the object's folder. */
  path: string;
  mime: string;
  /** Bytes. */
  size: number;
  width?: number;
  height?: number;
  /** Of images only. */
  alt?: string;
  /** Where it is served; absent for a file nobody names. */
  url?: string;
  hash?: string;
  /** ISO 8601. */
  uploadDate?: string;
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
}
