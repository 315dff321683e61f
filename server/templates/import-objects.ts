/** Objects and generated objects of a template (facts 4.11). */
import type { Base } from '../content/base.js';
import { inFlight } from '../content/in-flight.js';
import { hasObject } from '../content/read.js';
import type { Undo } from '../content/undo.js';
import { createObject } from '../content/write.js';
import { isLegalId, RESERVED_OBJECT_IDS } from '../contract/names.js';
import type { JsonObject } from '../contract/values.js';
import type { CheckedFactory, CheckedObject, CheckedTemplate } from './check.js';
import { type Maker, openMaker, withoutPictures } from './factory.js';
import { plural, type Report } from './report.js';
import { openSource, type Source } from './source.js';

/** One import: how to take it back, and whether it was called off. */
export interface Run {
  undo: Undo;
  signal?: AbortSignal | undefined;
}

/** Creates the literal objects that do not exist yet; existing ones are skipped, failures reported. */
export async function importObjects(
  base: Base,
  objects: readonly CheckedObject[],
  report: Report,
  run: Run,
): Promise<void> {
  const seen = new Set<string>();
  const numbered = objects.map((object, at) => ({ object, path: `objects[${at}]` }));
  await inFlight(numbered, async ({ object: { collection, id, data }, path }) => {
    run.signal?.throwIfAborted();
    const name = `${collection}/${id}`;
    await report.attempt('objects', `${path} ${name}`, async () => {
      const again = seen.has(name);
      seen.add(name);
      if (again || (await hasObject(base, collection, id))) return skip(report, name);
      const { schema } = base.collections.get(collection);
      const { etag } = await createObject(base, collection, { ...withoutPictures(schema, data), id });
      run.undo.created(collection, id, etag);
      report.count('objects_created');
      report.note(`Object ${name} created`);
    });
  });
}

/** Generates the factory's objects, one entry after the other, with a source of their own. */
export async function importFactory(
  base: Base,
  factory: CheckedTemplate['factory'],
  report: Report,
  run: Run & { seed: number },
): Promise<void> {
  if (factory.length === 0) return;
  const source = await openSource(run.seed, base.now());
  for (const [at, entry] of factory.entries()) {
    const part = `factory[${at}]`;
    await report.attempt(part, `${part} ${entry.collection}`, () =>
      runEntry(base, source, entry, part, report, run),
    );
    // What ended the entry may have been the end of the whole import.
    run.signal?.throwIfAborted();
  }
}

async function runEntry(
  base: Base,
  source: Source,
  entry: CheckedFactory,
  part: string,
  report: Report,
  { undo, signal }: Run,
): Promise<void> {
  const { collection } = entry;
  const { schema, settings } = base.collections.get(collection);
  const maker = await openMaker(base, source, schema, entry.data, (property, error) =>
    report.fail(part, `${part}.data.${property}`, `${error.message}; the property was left out`),
  );
  const id = entry.id ?? (settings.singleton ? collection : undefined);
  if (id !== undefined && (await hasObject(base, collection, id))) return skip(report, `${collection}/${id}`);
  let made = 0;
  await inFlight(
    generate(base, { ...entry, ...(id === undefined ? {} : { id }) }, maker),
    async ({ body, number }) => {
      signal?.throwIfAborted();
      await report.attempt(part, `${part} object ${number}`, async () => {
        const created = await createObject(base, collection, body);
        undo.created(collection, created.id, created.etag);
        report.count('factory_items_created');
        made++;
      });
    },
  );
  report.note(`${plural(made, 'object')} generated in ${collection}`);
}

/**
 * The bodies of an entry's objects, made one by one, so that the same seed gives the same content whatever the
 * order in which the writes end.
 */
async function* generate(
  base: Base,
  { collection, id, count }: CheckedFactory,
  maker: Maker,
): AsyncGenerator<{ body: JsonObject; number: number }> {
  const ids = new FreeIds((candidate) => hasObject(base, collection, candidate));
  for (let number = 1; number <= (count ?? 1); number++) {
    const data = maker.data();
    const wanted = id ?? maker.id(data);
    const free = id ?? (wanted === undefined ? undefined : await ids.take(wanted));
    yield { body: free === undefined ? data : { ...data, id: free }, number };
  }
}

/** Ids nobody has: a taken one gets `-2`, `-3` and so on. */
class FreeIds {
  readonly #isTaken: (id: string) => Promise<boolean>;
  readonly #given = new Set<string>();
  /** The next suffix per wanted id, so that a thousand objects of one name do not count from 2 each. */
  readonly #next = new Map<string, number>();

  constructor(isTaken: (id: string) => Promise<boolean>) {
    this.#isTaken = isTaken;
  }

  async take(wanted: string): Promise<string> {
    const stem = wanted.slice(0, 110);
    for (let suffix = this.#next.get(stem) ?? 1; ; suffix++) {
      const candidate = suffix === 1 ? stem : `${stem}-${suffix}`;
      if (!isLegalId(candidate) || RESERVED_OBJECT_IDS.has(candidate)) continue;
      if (this.#given.has(candidate)) continue;
      if (await this.#isTaken(candidate)) continue;
      this.#given.add(candidate);
      this.#next.set(stem, suffix + 1);
      return candidate;
    }
  }
}

function skip(report: Report, name: string): void {
  report.count('skipped');
  report.note(`Object ${name} exists and was left as it is`);
}
