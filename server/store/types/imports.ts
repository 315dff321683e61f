/** Records of imports under way. */
import type { JsonObject } from '../../contract/values.js';

/** An item of an import: by itself once it is made, or before that with what is needed to find it again. */
export type ImportItem = readonly [item: string, mark?: string];

/** An import that was cut off: killed, or stopped by a fault that could not be undone. */
export interface InterruptedImport {
  /** Its file in the journal. */
  name: string;
  /** What the import is, as it was begun. */
  head: JsonObject;
  items: readonly ImportItem[];
  /** It was being rolled back, so some of its items may be as they were before. */
  rolledBack: boolean;
}

/** The record of an import under way. */
export interface ImportRecord {
  /** Resolves when it is durable. Throws `full`, `readOnly`. */
  add(item: ImportItem): Promise<void>;
  /** Says that what was done is undone from now on. */
  takingBack(): Promise<void>;
  /** Removes the record. */
  end(): Promise<void>;
}

/** Records of imports, in the journal: a killed import can be reported and continued. */
export interface ImportRecords {
  begin(head: JsonObject): Promise<ImportRecord>;
  /** Imports that were cut off, on any machine; running ones are left out. */
  left(): Promise<InterruptedImport[]>;
  /** Removes the record of an import that was cut off; one that is not there is no error. */
  forget(name: string): Promise<void>;
}
