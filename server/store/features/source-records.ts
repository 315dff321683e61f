/** Records of imports from other systems: `{state}/imports/{folder}/{source}.ndjson`. */
import { join } from 'node:path';
import type { JsonValue } from '../../contract/values.js';
import type { DurableFiles } from '../disk/durable.js';
import { readBytes } from '../disk/json-file.js';
import { DurableRecords, linesOf, parseLine } from '../disk/record-lines.js';
import type { SourceRecord, SourceRecords } from '../types/imports.js';

export class SourceRecordFiles implements SourceRecords {
  readonly #folder: string;
  readonly #durable: DurableFiles;

  constructor(folder: string, durable: DurableFiles) {
    this.#folder = folder;
    this.#durable = durable;
  }

  async open(name: string): Promise<SourceRecord> {
    await this.#durable.makeFolder(this.#folder);
    const records = new DurableRecords(this.#pathOf(name));
    return {
      lines: this.read(name),
      add: (line) => records.add(line),
      close: () => records.close(),
    };
  }

  read(name: string): JsonValue[] {
    const bytes = readBytes(this.#pathOf(name))?.bytes ?? Buffer.alloc(0);
    return [...linesOf(bytes)].map(({ text }) => parseLine(text)).filter((line) => line !== undefined);
  }

  #pathOf(name: string): string {
    return join(this.#folder, `${name}.ndjson`);
  }
}
