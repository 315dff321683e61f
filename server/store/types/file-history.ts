/** The history of files of objects: images, downloads, files in rich texts. */
import type { Readable } from 'node:stream';
import type { OpenFile } from './files.js';
import type { HistoryUsage, Retention } from './history.js';

/** The revision of bytes that are not known: too large, or deleted for a reason. */
export const UNKNOWN = '';

/** Bytes that a file had for a time. */
export interface KeptFile {
  /** The file below the data folder, with forward slashes: `blog/first-post/image/quay.jpg`. */
  readonly path: string;
  /** Names the bytes; `UNKNOWN` where only the time is known. */
  readonly revision: string;
  readonly size: number;
  /** When the bytes came to the path, as far as that is known, in ms since 1970. */
  readonly since: number;
  /** Until when they were there. */
  readonly until: number;
  /** The entry of the trash that they went to. */
  readonly entry?: string;
  /** Absolute path of the bytes; undefined where they are not kept. */
  readonly source: string | undefined;
}

/** How much is kept of files. */
export interface FileRetention extends Retention {
  /** Size of all kept bytes on disk. */
  maxFilesBytes: number;
  /** Larger files are not kept. */
  maxFileBytes: number;
  /** Whether files in their places are copied, too. */
  copiesCurrent: boolean;
}

export interface FileHistory {
  /** An entry has come to the trash, or its files have. Never throws. */
  trashed(entry: string): void;
  /** Files of an entry that stays are in their places again, under the same inodes. Never throws. */
  putBack(entry: string): void;
  /** Takes the bytes of an entry that is about to be deleted because of its age. */
  keep(entry: string): Promise<void>;
  /** The former bytes of the files of an object, by the time they ended. */
  of(collection: string, id: string): Promise<KeptFile[]>;
  /** The former bytes of all files that were in their places at a time. */
  at(at: number): AsyncIterable<KeptFile>;
  /** The revision of a file in its place, below the data folder; undefined for one that is missing or very large. */
  revisionOf(path: string): Promise<string | undefined>;
  /** Path of former bytes, compared with their hash; undefined where they are not kept. */
  intact(file: KeptFile): Promise<string | undefined>;
  /** Former bytes, compared with their hash; undefined where they are not kept. The caller closes it. */
  open(file: KeptFile): Promise<OpenFile | undefined>;
  /** Former bytes. It fails at the end where they are damaged. */
  read(file: KeptFile): Readable;
  /** Forgets what it has of entries of the trash, which are deleted for a reason. */
  forget(entries: readonly string[]): Promise<void>;
  usage(): Promise<HistoryUsage>;
  /** Kept bytes that are damaged, as paths of the files they were. */
  damaged(): AsyncIterable<KeptFile>;
  /** Copies current files where that is wanted, and drops what is no longer kept: soon after the start, then daily. */
  maintain(): Promise<void>;
  /** Begins the work of the process that has the folder to itself. */
  start(retention: () => FileRetention): void;
  close(): Promise<void>;
}
