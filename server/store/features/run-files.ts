/**
 * Records of runs of automations, `{state}/runs/{folder}/{automation}/{run}.json`: a file each, in the state directory
 * of this machine, since runs are not content.
 */
import { createHash } from 'node:crypto';
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

  /** `root`: real path of the data folder, whose runs are kept apart from those of others. */
  constructor({ state, root, durable }: { state: string; root: string; durable: DurableFiles }) {
    this.#folder = join(state, 'runs', createHash('sha256').update(root).digest('hex').slice(0, 16));
    this.#durable = durable;
  }

  async automations(): Promise<string[]> {
    return (await namesIn(this.#folder)).filter(isLegalId);
  }

  async ids(automation: string): Promise<string[]> {
    const names = await namesIn(this.#pathOf(automation));
    return names.map(idOfFile).filter((id) => id !== undefined);
  }

  read(automation: string, run: string): JsonObject | undefined {
    try {
      const file = readBytes(this.#fileOf(automation, run));
      return file && parseObject(file.bytes);
    } catch (error) {
      if (error instanceof PlinthError && error.kind === 'damaged') return undefined;
      throw error;
    }
  }

  async write(automation: string, run: string, record: object): Promise<void> {
    await this.#durable.makeFolder(this.#pathOf(automation));
    await this.#durable.replace(this.#fileOf(automation, run), serialise(record), { mode: MODE });
  }

  remove(automation: string, run: string): Promise<void> {
    return this.#durable.discard(this.#fileOf(automation, run));
  }

  removeAll(automation: string): Promise<void> {
    return this.#durable.removeTree(this.#pathOf(automation));
  }

  #pathOf(automation: string): string {
    if (!isLegalId(automation)) throw invalid(message('automationIdInvalid', { id: automation }));
    return join(this.#folder, automation);
  }

  #fileOf(automation: string, run: string): string {
    if (!isLegalId(run)) throw invalid(message('automationRunIdInvalid', { run }));
    return join(this.#pathOf(automation), `${run}.json`);
  }
}
