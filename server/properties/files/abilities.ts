/** What a kind whose values name files does with them (spec/files.md). Pure: every function gives a new value. */
import type { FileItem } from '../../contract/files.js';
import type { JsonObject, JsonValue } from '../../contract/values.js';

/** A file as a value names it. */
export interface NamedFile {
  item: FileItem;
  /** Below the property's folder, with `/`. */
  path: string;
}

/** Where the files of a property lie. */
export interface FilePlace {
  /** Whether a file lies at a path below the property's folder. */
  fileExists(path: string): boolean;
  /** The item of a file that came back from the trash. */
  known?(path: string): FileItem | undefined;
}

/** A file that was uploaded, and what is known of it. */
export interface Upload {
  /** The name it is stored under. */
  name: string;
  /** The name its sender gave it. */
  sent: string;
  mime: string;
  /** Bytes. */
  size: number;
  /** Of an image, as far as it was looked at. */
  image?: { exif: JsonObject; tags: string[]; palette: string[]; width: number; height: number } | undefined;
  /** The item it replaces. */
  old: FileItem | undefined;
  now: Date;
}

/** What kinds store of one file. */
export interface ItemRules {
  /** Files are images: they are decoded when they come, and served in any size. */
  readonly images: boolean;
  /** The keys a request may set, with their defaults; all others come from the file (spec/files.md#metadata). */
  readonly editable: Readonly<Record<string, JsonValue>>;
  /** The item to store of an uploaded file. */
  accept(upload: Upload): FileItem;
}

export interface Placing {
  /** Folders, outermost first. */
  folders?: readonly string[];
  /** Name of the item to replace. */
  instead?: string | undefined;
  /** Index of a new item; absent: the end. */
  at?: number;
}

/** The file an address means, with the folders it lies in. */
export interface FoundItem {
  item: FileItem;
  folders: readonly string[];
}

/** Which of several images is meant. */
export interface ImageChoice {
  /** `first`, `last`, `random` or `featured`, in place of a name. */
  action: string | undefined;
  /** A number from 0 up to 1. */
  chance(): number;
}

/** Folders inside a value. Paths are the names of folders, outermost first. */
export interface FolderAbilities {
  /** The entries of a folder, folders among them; undefined when there is no such folder. */
  entries(value: JsonValue | undefined, path: readonly string[]): JsonObject[] | undefined;
  /** The value with other entries in a folder; folders that are missing on the way are made. */
  change(
    value: JsonValue | undefined,
    path: readonly string[],
    change: (entries: JsonObject[]) => JsonObject[],
  ): JsonObject;
  /** A path with the spelling of the folders that exist. */
  spell(value: JsonValue | undefined, path: readonly string[]): string[];
}

export interface FileAbilities extends ItemRules {
  /** A value can name more than one file. */
  readonly many: boolean;
  /** The files a value names, in its order. */
  list(value: JsonValue | undefined): NamedFile[];
  /**
   * The value to store: which files there are is what is stored and what lies in the folder, their metadata is what was
   * sent. Throws `Refusal`.
   */
  take(sent: JsonValue, stored: JsonValue | undefined, place: FilePlace): Promise<JsonValue>;
  /** The name a new file is to get, and which names are taken; absent: its own name, and none. */
  naming?(
    value: JsonValue | undefined,
    upload: { name: string; folders: readonly string[]; old: FileItem | undefined },
  ): { name: string; isTaken(name: string): boolean };
  /** The value with an item in it. */
  place(value: JsonValue | undefined, item: FileItem, placing?: Placing): JsonValue;
  /** The value without an item or, where there are folders, without a folder and all that is in it. */
  remove(value: JsonValue | undefined, name: string, folders?: readonly string[]): JsonValue;
  /** The file that the segments after the property mean, and the folder of the query. */
  find(value: JsonValue | undefined, segments: readonly string[], folder: string): FoundItem | undefined;
  /** Where a file is served. `address`: the property's, `/blog/quay/cover`. */
  link(address: string, item: FileItem, folders?: readonly string[]): string;
  /** The image of `/imageworks` that the segments after the property mean; absent: files are not shown there. */
  derive?(
    value: JsonValue | undefined,
    segments: readonly string[],
    choice: ImageChoice,
  ): FileItem | undefined;
  /** What says who may download a file, where it is not the file's own item. */
  guard?(value: JsonValue): JsonObject | undefined;
  /** Downloads are counted. */
  readonly counted?: boolean;
  readonly folders?: FolderAbilities;
}
