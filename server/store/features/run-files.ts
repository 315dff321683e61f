/**
 * Records of runs, `{state}/runs/{folder}/{automation}/{run}.json` and `{state}/publishing/{folder}/{site}/{run}.json`: a
 * file each, in the state directory of this machine, since runs are not content.
 */
import { join } from 'node:path';
import { message } from '../../contract/messages/message.js';
import { isLegalId } from '../../contract/names.js';
import type { JsonObject } from '../../contract/values.js';
import { invalid, PlinthError } from '../../errors.js';
import type { DurableFiles } from '../disk/durable.js';
import { parseObject, readBytes, serialise } from '../disk/json-file.js';
import { idOfFile } from '../disk/layout.js';
import { namesIn } from '../disk/names-in.js';
import type { RunFiles } from '../types/features.js';

/** Arguments may be private. */
const MODE = 0o600;

export class RunFolder implements RunFiles {
  readonly #folder: string;
  readonly #durable: DurableFiles;

  constructor(folder: string, durable: DurableFiles) {
    this.#folder = folder;
    this.#durable = durable;
  }

  async all(): Promise<string[]> {
    return (await namesIn(this.#folder)).filter(isLegalId);
  }

  async ids(of: string): Promise<string[]> {
    const names = await namesIn(this.#pathOf(of));
    return names.map(idOfFile).filter((id) => id !== undefined);
  }

  read(of: string, run: string): JsonObject | undefined {
    try {
      const file = readBytes(this.#fileOf(of, run));
      return file && parseObject(file.bytes);
    } catch (error) {
      if (error instanceof PlinthError && error.kind === 'damaged') return undefined;
      throw error;
    }
  }

  async write(of: string, run: string, record: object): Promise<void> {
    await this.#durable.makeFolder(this.#pathOf(of));
    await this.#durable.replace(this.#fileOf(of, run), serialise(record), { mode: MODE });
  }

  remove(of: string, run: string): Promise<void> {
    return this.#durable.discard(this.#fileOf(of, run));
  }

  removeAll(of: string): Promise<void> {
    return this.#durable.removeTree(this.#pathOf(of));
  }

  #pathOf(of: string): string {
    if (!isLegalId(of)) throw invalid(message('automationIdInvalid', { id: of }));
    return join(this.#folder, of);
  }

  #fileOf(of: string, run: string): string {
    if (!isLegalId(run)) throw invalid(message('automationRunIdInvalid', { run }));
    return join(this.#pathOf(of), `${run}.json`);
  }
}
