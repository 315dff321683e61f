/**
 * The store: objects, settings and records as files of the data folder, and the catalogue of what they hold.
 * Everything below `content/` reads and writes through this interface; only `store/` imports `node:fs`.
 */
import type { Message } from '../contract/messages/message.js';
import type { ChangeEvent } from '../contract/wire.js';
import type { CleanupQueue } from './disk/cleanup-queue.js';
import type { Catalogue } from './types/catalogue.js';
import type { ChangeSetFiles } from './types/change-sets.js';
import type { ChangeLog } from './types/changes.js';
import type {
  CollectionFiles,
  JsonRecord,
  Objects,
  SchemaFiles,
  SettingsRecord,
  Texts,
} from './types/documents.js';
import type { Chunks, DerivativeStore, RunFiles, UnsavedStore } from './types/features.js';
import type { FileHistory } from './types/file-history.js';
import type { PropertyFiles } from './types/files.js';
import type { History } from './types/history.js';
import type { ImportRecords, SourceRecords } from './types/imports.js';
import type { FileNotes, Journal } from './types/journal.js';
import type { Maintenance } from './types/maintenance.js';
import type { Trash } from './types/trash.js';

/** The data folder as one folder among others. */
export interface FolderPresence {
  /** The same after a restart; another one for a copy of the folder. */
  readonly id: string;
  /** Whether the opened folder is at its path now. */
  isAvailable(): boolean;
  /** As `isAvailable`, by a check that may be some milliseconds old. */
  wasAvailableRecently(): boolean;
}

/** The format of the folder (spec/storage.md#format). */
export interface FormatCheck {
  /** Why it is not written, or not even read; undefined where it is both. */
  readonly problem: { readonly reason: Message } | undefined;
  /** Throws `readOnly` when the folder must not be written. */
  checkWritable(): void;
  /** Throws `gone` when the folder cannot be read any more. */
  checkReadable(): void;
}

export interface Store {
  /** Real path of the data folder. */
  readonly root: string;
  /** Whether it is still available, and what identifies it. */
  readonly folder: FolderPresence;
  /** Whether this version of Plinth may read and write it. */
  readonly format: FormatCheck;
  /** Its last segment. */
  readonly folderName: string;
  readonly objects: Objects;
  readonly journal: Journal;
  readonly files: PropertyFiles;
  readonly texts: Texts;
  /** Runs of automations. */
  readonly runs: RunFiles;
  /** Runs that published sites. */
  readonly publishing: RunFiles;
  readonly unsaved: UnsavedStore;
  readonly chunks: Chunks;
  readonly collections: CollectionFiles;
  readonly schemas: SchemaFiles;
  readonly catalogue: Catalogue;
  /** What has changed, behind cursors. */
  readonly changes: ChangeLog;
  readonly changeSets: ChangeSetFiles;
  /** Of a store with change sets in it: the store of what is live, and the sets, of which the last one is written. */
  readonly over?: { readonly live: Store; readonly sets: readonly string[] };
  readonly trash: Trash;
  readonly history: History;
  readonly fileHistory: FileHistory;
  readonly maintenance: Maintenance;
  readonly fileNotes: FileNotes;
  readonly imports: ImportRecords;
  readonly sourceRecords: SourceRecords;
  /** Work the disk did not let us finish. */
  readonly cleanupQueue: CleanupQueue;
  /** Images made of others, in the cache directory. */
  readonly derivatives: DerivativeStore;
  /** A record of the folder, `.system/{name}.json`, mode 0600. */
  record<T extends object>(name: string, initial: T): Promise<JsonRecord<T>>;
  /** The settings of the folder. */
  settings<T extends object>(initial: T): Promise<SettingsRecord<T>>;
  /** A record of this user and machine, outside the folder: trust decisions, recent folders. */
  stateRecord<T extends object>(name: string, initial: T): Promise<JsonRecord<T>>;
  /** One at a time per key, first come first served. */
  locked<T>(key: string, work: () => Promise<T>): Promise<T>;
  /** The same under several keys, taken in their order, which must be one for all who take them. */
  lockedAll<T>(keys: readonly string[], work: () => Promise<T>): Promise<T>;
  /** Changes made by others (editor, sync tool, git, another process), after the catalogue has taken them in. */
  onOutsideChange(listener: (event: ChangeEvent) => void): () => void;
  /** Writes snapshots, stops watching. */
  close(): Promise<void>;
}
