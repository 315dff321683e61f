/** A source of an import: content of another system as records, whatever format it is in. */
import type { Readable } from 'node:stream';
import type { SourceFormat } from '../contract/imports.js';
import type { KindName } from '../contract/schemas.js';
import type { JsonValue } from '../contract/values.js';
import type { SourceFileFacts } from '../store/host/source-files.js';

/** One document, post or row. */
export interface SourceItem {
  /** Items of the same kind, which become a collection: `posts`. */
  group: string;
  /** Identifies the item in its group, at every import of the source. */
  key: string;
  /** Where it is in the source, for messages: `posts/hello.md`, `export.xml, line 120`. */
  place: string;
  /** The id it should get, as the source has it. */
  slug?: string;
  /** By the names of the source. */
  fields: ReadonlyMap<string, JsonValue>;
  /** When it was made and changed, ISO 8601. */
  created?: string;
  modified?: string;
  /** Why it cannot be imported. */
  problem?: string;
  /** Its texts are MDX: Markdown with components. */
  isMdx?: boolean;
  /** What is kept but will not work, such as a shortcode. */
  notes?: readonly string[];
}

/** What a source knows of a field, beside its values. */
export interface FieldHint {
  kind?: KindName;
  label?: string;
  /** The property it should become, where that has another name. */
  to?: string | null;
  /** Values are keys of items of this group. */
  relation?: string;
  /** A value may name several of them. */
  many?: boolean;
  /** All values are text, whatever they mean. */
  untyped?: boolean;
}

/** A file that an item refers to. */
export interface ReferredFile {
  name: string;
  /** Describes an image. */
  alt?: string;
  /** Names the file in its source, whatever the references to it look like. */
  path?: string;
  /** Opens the file of a folder, or the address to fetch it from. */
  from: (SourceFileFacts & { open(): Readable }) | { url: string };
}

export interface Source {
  readonly format: SourceFormat;
  /** For people: the name of the file or folder. */
  readonly name: string;
  /** Distinguishes this source from others, also when it is imported again later. */
  readonly identity: string;
  /** The items, in the same order each time. Throws `invalid` for a source that is damaged. */
  items(signal?: AbortSignal): AsyncIterable<SourceItem>;
  hint(group: string, field: string): FieldHint | undefined;
  /**
   * The file that a value of an item means, or a link in one of its texts. Undefined where it means none that belongs to the source, such as
   * a link to another site; a text says why a file cannot be taken.
   */
  file(
    reference: string,
    item: SourceItem,
    use: 'value' | 'text',
  ): Promise<ReferredFile | string | undefined>;
  /** What was left out of the whole source. Complete once the items were read. */
  notes(): readonly string[];
  close(): Promise<void>;
}
