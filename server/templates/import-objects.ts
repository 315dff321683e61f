/** Objects and generated objects of a template (facts 4.11). */
import { inFlight } from '../content/in-flight.js';
import { isLegalId, RESERVED_OBJECT_IDS } from '../contract/names.js';
import type { JsonObject } from '../contract/values.js';
import type { CheckedFactory, CheckedObject, CheckedTemplate } from './check.js';
import { type Maker, openMaker, withoutPictures } from './factory.js';
import { plural, type Report } from './report.js';
import { openSource, type Source } from './source.js';
import type { Target } from './target.js';

/** Whether the import was called off. */
export interface Run {
  signal?: AbortSignal | undefined;
}

/** Creates the literal objects that do not exist yet; existing ones are skipped, failures reported. */
export async function importObjects(
  target: Target,
  objects: readonly CheckedObject[],
  report: Report,
  { signal }: Run,
): Promise<void> {
  const seen = new Set<string>();
  const numbered = objects.map((object, at) => ({ object, path: `objects[${at}]` }));
  await inFlight(numbered, async ({ object: { collection, id, data }, path }) => {
    signal?.throwIfAborted();
    const name = `${collection}/${id}`;
    await report.attempt('objects', `${path} ${name}`, async () => {
      const again = seen.has(name);
      seen.add(name);
      if (again || (await target.hasObject(collection, id))) return report.kept(`Object ${name}`);
      const { schema } = target.collection(collection);
      await target.createObject(collection, { ...withoutPictures(schema, data), id });
      report.count('objects_created');
      report.did(`Object ${name}`, 'created');
    });
  });
}

/** Generates the factory's objects, one entry after the other, with a source of their own. */
export async function importFactory(
  target: Target,
  factory: CheckedTemplate['factory'],
  report: Report,
  run: Run & { seed: number },
): Promise<void> {
  if (factory.length === 0) return;
  const source = await openSource(run.seed, target.now());
  for (const [at, entry] of factory.entries()) {
    const part = `factory[${at}]`;
    await report.attempt(part, `${part} ${entry.collection}`, () =>
      runEntry(target, source, entry, part, report, run),
    );
    // What ended the entry may have been the end of the whole import.
    run.signal?.throwIfAborted();
  }
}

async function runEntry(
  target: Target,
  source: Source,
  entry: CheckedFactory,
  part: string,
  report: Report,
  { signal }: Run,
): Promise<void> {
  const { collection } = entry;
  const { schema, settings } = target.collection(collection);
  const maker = await openMaker(target, source, schema, entry.data, (property, error) =>
    report.fail(part, `${part}.data.${property}`, `${error.message}; the property was left out`),
  );
  const id = entry.id ?? (settings.singleton ? collection : undefined);
  if (id !== undefined && (await target.hasObject(collection, id)))
    return report.kept(`Object ${collection}/${id}`);
  let made = 0;
  await inFlight(
    generate(target, { ...entry, ...(id === undefined ? {} : { id }) }, maker),
    async ({ body, number }) => {
      signal?.throwIfAborted();
      await report.attempt(part, `${part} object ${number}`, async () => {
        await target.createObject(collection, body);
        report.count('factory_items_created');
        made++;
      });
    },
  );
  report.did(`${plural(made, 'object')} in ${collection}`, 'generated');
}

/**
 * The bodies of an entry's objects, made one by one, so that the same seed gives the same content whatever the
 * order in which the writes end.
 */
async function* generate(
  target: Target,
  { collection, id, count }: CheckedFactory,
  maker: Maker,
): AsyncGenerator<{ body: JsonObject; number: number }> {
  const ids = new FreeIds((candidate) => target.hasObject(collection, candidate));
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
