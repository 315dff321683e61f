/** Records of imports under way. */
import type { JsonObject, JsonValue } from '../../contract/values.js';

/** An item of an import: by itself once it is made, or before that with what is needed to find it again. */
export type ImportItem = readonly [item: string, mark?: string];

/** An interrupted import: killed, or stopped by a fault that could not be undone. */
export interface InterruptedImport {
  /** Its file in the journal. */
  name: string;
  /** The import's description from its start. */
  head: JsonObject;
  items: readonly ImportItem[];
  /** It was being rolled back, so some of its items may be as they were before. */
  rolledBack: boolean;
}

/** The record of an import under way. */
export interface ImportRecord {
  /** Resolves when it is durable. Throws `full`, `readOnly`. */
  add(item: ImportItem): Promise<void>;
  /** Records that its changes are being undone from now on. */
  startRollback(): Promise<void>;
  /** Removes the record. */
  end(): Promise<void>;
}

/** Records of imports, in the journal: a killed import can be reported and continued. */
export interface ImportRecords {
  begin(head: JsonObject): Promise<ImportRecord>;
  /** Interrupted imports, on any machine, without running ones. */
  left(): Promise<InterruptedImport[]>;
  /** Removes the record of an interrupted import; a missing one is not an error. */
  forget(name: string): Promise<void>;
}

/** What imports of one source have made so far, as lines of JSON, in the state directory of this machine. */
export interface SourceRecord {
  /** As they were when it was opened; an incomplete last line is left out. */
  readonly lines: readonly JsonValue[];
  /** Resolves when the line is durable. Throws `full`, `readOnly`. */
  add(line: JsonValue): Promise<void>;
  close(): Promise<void>;
}

export interface SourceRecords {
  /** The record of a source, by a name made of hexadecimal digits. */
  open(name: string): Promise<SourceRecord>;
  /** Its lines only; none where there is no record. */
  read(name: string): JsonValue[];
}
