/**
 * Progress of an import, kept on disk: an import that was killed is reported, and continues when it is repeated. The
 * folder alone does not tell whether a schema was edited before or after the import, nor which import made an object.
 */
import { createHash } from 'node:crypto';
import { Yielder } from '../../async/yielder.js';
import { message } from '../../contract/messages/message.js';
import type { UnfinishedImport } from '../../contract/templates.js';
import { isJsonObject, type JsonObject } from '../../contract/values.js';
import { missing } from '../../errors.js';
import type { ImportRecord, InterruptedImport } from '../../store/types/imports.js';
import type { Base, Content } from '../core/base.js';

/** What an import is, and of how many items. */
export interface ImportHead {
  name: string;
  /** The same for the same import. */
  digest: string;
  /** ISO 8601 UTC. */
  begun: string;
  /** What its generated content is drawn with. */
  seed: number;
  total: number;
  /** The collection, for an import of rows; repeating it does not continue it. */
  collection?: string;
}

/** Identifies an import: the document without the white space of its file. */
export async function digestOf(document: JsonObject): Promise<string> {
  const hash = createHash('sha256');
  const yielder = new Yielder();
  for (const [name, value] of Object.entries(document)) {
    hash.update(`\n${JSON.stringify(name)}`);
    for (const part of Array.isArray(value) ? value : [value]) {
      hash.update(`\n${JSON.stringify(part)}`);
      if (yielder.exhausted) await yielder.yieldToEventLoop();
    }
  }
  return hash.digest('hex');
}

/** What is recorded of a document before it is changed, to detect later whether it was. */
function stateOf(document: object | undefined): string {
  if (document === undefined) return 'absent';
  const inOrder = (_key: string, value: unknown) =>
    isJsonObject(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  return createHash('sha256').update(JSON.stringify(document, inOrder)).digest('hex');
}

function headOf({ head }: InterruptedImport): ImportHead | undefined {
  if (!isJsonObject(head)) return undefined;
  const { name, digest, begun, seed, total, collection } = head;
  if (typeof name !== 'string' || typeof digest !== 'string' || typeof begun !== 'string') return undefined;
  if (typeof seed !== 'number' || typeof total !== 'number' || Number.isNaN(Date.parse(begun)))
    return undefined;
  return { name, digest, begun, seed, total, ...(typeof collection === 'string' && { collection }) };
}

/** Records of the same import, by its digest. */
async function interruptedByDigest({
  store,
}: Content): Promise<Map<string, { head: ImportHead; left: InterruptedImport[] }>> {
  const found = new Map<string, { head: ImportHead; left: InterruptedImport[] }>();
  for (const left of await store.imports.left()) {
    const head = headOf(left);
    if (!head) continue;
    const same = found.get(head.digest);
    found.set(head.digest, { head: same?.head ?? head, left: [...(same?.left ?? []), left] });
  }
  return found;
}

const idOf = (digest: string) => digest.slice(0, 16);

/** Interrupted imports, oldest first; several runs of the same one are merged. */
export async function unfinishedImports(base: Content): Promise<UnfinishedImport[]> {
  return [...(await interruptedByDigest(base)).values()]
    .map(({ head: { digest, seed: _seed, begun, ...head }, left }) => ({
      ...head,
      startedAt: begun,
      id: idOf(digest),
      done: new Set(left.flatMap(({ items }) => items.map(([item]) => item))).size,
      rolledBack: left.some(({ rolledBack }) => rolledBack),
    }))
    .sort((a, b) => a.startedAt.localeCompare(b.startedAt));
}

/** Dismisses an interrupted import; what it has created stays. Throws `missing`. */
export async function forgetImport(base: Content, id: string): Promise<void> {
  const same = [...(await interruptedByDigest(base)).values()].find(({ head }) => idOf(head.digest) === id);
  if (!same) throw missing(message('importMissing'));
  for (const { name } of same.left) await base.store.imports.forget(name);
}

/** As it is shown: `the import of "Blog", started at …, was interrupted after 3 of 20 items`. */
export function cutOffSentence({ collection, ...left }: UnfinishedImport): string {
  const { name, startedAt, done, total, rolledBack } = left;
  const which = `the import ${collection === undefined ? 'of' : 'into'} "${name}", started at ${startedAt},`;
  if (rolledBack) return `${which} was canceled, but could not be undone completely`;
  const much = `${done} of ${total} ${collection === undefined ? 'items' : 'rows'}`;
  const again =
    collection === undefined
      ? 'importing the same file again continues it'
      : 'importing the same file again creates rows without an id twice';
  return `${which} was interrupted after ${much}; ${again}`;
}

/** An import, with what earlier interrupted runs have done. */
export class ImportProgress {
  readonly begun: Date;
  readonly seed: number;
  readonly #base: Base;
  readonly #earlier: readonly string[];
  readonly #noted: ReadonlyMap<string, string>;
  /** None while nothing is to be written. */
  readonly #record: ImportRecord | undefined;

  private constructor(
    base: Base,
    head: ImportHead,
    left: readonly InterruptedImport[],
    record?: ImportRecord,
  ) {
    this.#base = base;
    this.begun = new Date(head.begun);
    this.seed = head.seed;
    this.#earlier = left.map(({ name }) => name);
    this.#record = record;
    const items = left.flatMap((one) => one.items);
    this.#noted = new Map(items.filter((item): item is [string, string] => item[1] !== undefined));
  }

  /** The progress of an import that is not recorded on disk. */
  static unrecorded(base: Base, seed: number): ImportProgress {
    const head = { name: '', digest: '', begun: base.now().toISOString(), seed, total: 0 };
    return new ImportProgress(base, head, []);
  }

  /** Begins an import, or continues the same one. `dryRun`: nothing is written. */
  static async open(base: Base, head: ImportHead, { dryRun }: { dryRun: boolean }): Promise<ImportProgress> {
    const all = await base.store.imports.left();
    const left = all.filter((one) => headOf(one)?.digest === head.digest);
    const earlier = left.map(headOf).find((one) => one !== undefined);
    // Generated content uses the same seed again, and existing items are skipped.
    const resumed = earlier ? { ...head, seed: earlier.seed, begun: earlier.begun } : head;
    const record = dryRun ? undefined : await base.store.imports.begin({ ...resumed });
    return new ImportProgress(base, resumed, left, record);
  }

  /** The id an earlier run chose for an object. */
  chosenId(item: string): string | undefined {
    return this.#noted.get(item);
  }

  /** Notes the id of an object before it is made. Resolves when that is durable. */
  async choose(item: string, id: string): Promise<void> {
    await this.#record?.add([item, id]);
  }

  /** Whether an earlier run has changed a document that is now `now`. */
  hasChanged(item: string, now: object | undefined): boolean {
    const before = this.#noted.get(item);
    return before !== undefined && before !== stateOf(now);
  }

  /** Records that a document will be changed, and its state before. Resolves when that is durable. */
  async willChange(item: string, before: object | undefined): Promise<void> {
    await this.#record?.add([item, stateOf(before)]);
  }

  /** Notes that an object was made under the id it was sent with. Resolves when that is durable. */
  async made(item: string): Promise<void> {
    await this.#record?.add([item]);
  }

  /** What this run has done is being undone from now on; earlier runs keep theirs. */
  async startRollback(): Promise<void> {
    await this.#record?.startRollback();
  }

  /** This run has done nothing, for all of it is undone. */
  async undone(): Promise<void> {
    await this.#record?.end();
  }

  /** The import is finished. */
  async finish(): Promise<void> {
    if (!this.#record) return;
    for (const name of this.#earlier) await this.#base.store.imports.forget(name);
    await this.#record.end();
  }
}
