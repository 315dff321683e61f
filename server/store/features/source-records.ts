/** Records of imports from other systems: `{state}/imports/{folder}/{source}.ndjson`. */
import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonValue } from '../../contract/values.js';
import { AppendLog } from '../disk/append-log.js';
import type { DurableFiles } from '../disk/durable.js';
import { readBytes } from '../disk/json-file.js';
import type { SourceRecord, SourceRecords } from '../types/imports.js';

/** Lines that are no JSON are left out. */
function parsedLine(line: string): JsonValue[] {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}

export class SourceRecordFiles implements SourceRecords {
  readonly #folder: string;
  readonly #durable: DurableFiles;

  constructor(folder: string, durable: DurableFiles) {
    this.#folder = folder;
    this.#durable = durable;
  }

  async open(name: string): Promise<SourceRecord> {
    await this.#durable.makeFolder(this.#folder);
    const path = this.#pathOf(name);
    const text = readBytes(path)?.bytes.toString('utf8') ?? '';
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    // The last line was being written when the process was killed.
    if (whole !== text) await truncate(path, Buffer.byteLength(whole));
    const log = await AppendLog.open(path);
    return {
      lines: whole.split('\n').flatMap(parsedLine),
      add: (line) => log.add(line),
      close: () => log.close(),
    };
  }

  read(name: string): JsonValue[] {
    const text = readBytes(this.#pathOf(name))?.bytes.toString('utf8') ?? '';
    return text.split('\n').flatMap(parsedLine);
  }

  #pathOf(name: string): string {
    return join(this.#folder, `${name}.ndjson`);
  }
}
