/** Objects and generated objects of a template (spec/templates.md#import). */

import { inFlight } from '../content/core/in-flight.js';
import type { ImportProgress } from '../content/imports/import-progress.js';
import { isLegalId, RESERVED_OBJECT_IDS } from '../contract/names.js';
import type { JsonObject } from '../contract/values.js';
import { PlinthError } from '../errors.js';
import type { CheckedFactory, CheckedObject, CheckedTemplate } from './check.js';
import { type Maker, openMaker, withoutImages } from './factory.js';
import { plural, type Report } from './report.js';
import { openSource, type Source } from './source.js';
import type { Target } from './target.js';

export interface Run {
  progress: ImportProgress;
  /** Whether the import was cancelled. */
  signal?: AbortSignal | undefined;
}

/** Creates the literal objects that do not exist yet; existing ones are skipped, failures reported. */
export async function importObjects(
  target: Target,
  objects: readonly CheckedObject[],
  report: Report,
  { progress, signal }: Run,
): Promise<void> {
  const seen = new Set<string>();
  await inFlight(objects, async ({ collection, id, data, path }) => {
    signal?.throwIfAborted();
    const name = `${collection}/${id}`;
    await report.attempt('objects', `${path} ${name}`, async () => {
      const again = seen.has(name);
      seen.add(name);
      if (again || (await target.hasObject(collection, id))) return report.kept(`Object ${name}`);
      const { schema } = target.collection(collection);
      try {
        await target.createObject(collection, { ...withoutImages(schema, data), id });
      } catch (error) {
        // Created concurrently, by another import or client.
        if (isTakenId(error)) return report.kept(`Object ${name}`);
        throw error;
      }
      await progress.made(`objects/${name}`);
      report.count('objects_created');
      report.did(`Object ${name}`, 'created');
    });
  });
}

/** Generates the factory's objects, one entry after the other, each with its own random source. */
export async function importFactory(
  target: Target,
  factory: CheckedTemplate['factory'],
  report: Report,
  run: Run,
): Promise<void> {
  if (factory.length === 0) return;
  const source = await openSource(run.progress.seed, run.progress.begun);
  for (const entry of factory) {
    await report.attempt(entry.path, `${entry.path} ${entry.collection}`, () =>
      runEntry(target, source, entry, report, run),
    );
    // The error may have been the end of the whole import.
    run.signal?.throwIfAborted();
  }
}

async function runEntry(
  target: Target,
  source: Source,
  entry: CheckedFactory,
  report: Report,
  { progress, signal }: Run,
): Promise<void> {
  const { collection, path: part } = entry;
  const { schema, settings } = target.collection(collection);
  const maker = await openMaker(target, source, schema, entry.data, (property, error) =>
    report.fail(part, `${part}.data.${property}`, `${error.message}; the property was skipped`),
  );
  const id = entry.id ?? (settings.singleton ? collection : undefined);
  if (id !== undefined && (await target.hasObject(collection, id)))
    return report.kept(`Object ${collection}/${id}`);
  let made = 0;
  let before = 0;
  const bodies = generate(target, { ...entry, ...(id === undefined ? {} : { id }) }, maker, progress);
  await inFlight(bodies, async (generated) => {
    signal?.throwIfAborted();
    if (generated === 'created before') {
      before++;
      return report.count('skipped');
    }
    await report.attempt(part, generated.item, async () => {
      await create(target, collection, generated, progress);
      report.count('factory_items_created');
      made++;
    });
  });
  report.did(`${plural(made, 'object')} in ${collection}`, 'generated');
  if (before > 0) {
    report.note(`${plural(before, 'object')} in ${collection} generated before the import was interrupted`);
  }
}

interface Generated {
  /** Its name in the record of the import. */
  item: string;
  body: JsonObject;
  id: string;
  /** Another id, where one can be chosen. */
  otherId?: () => Promise<string>;
}

/** Creates a generated object, under another id if its id was taken concurrently. */
async function create(
  target: Target,
  collection: string,
  { item, body, id, otherId }: Generated,
  progress: ImportProgress,
): Promise<void> {
  for (let chosen = id; ; ) {
    // Without this an interrupted and repeated import would create the object twice.
    await progress.choose(item, chosen);
    try {
      return await target.createObject(collection, { ...body, id: chosen });
    } catch (error) {
      if (!otherId || !isTakenId(error)) throw error;
      chosen = await otherId();
    }
  }
}

const isTakenId = (error: unknown): boolean => error instanceof PlinthError && error.kind === 'taken';

/**
 * The bodies of an entry's objects, generated one by one, so that the same seed gives the same content whatever the
 * order of the writes.
 */
async function* generate(
  target: Target,
  { collection, id, count, path }: CheckedFactory,
  maker: Maker,
  progress: ImportProgress,
): AsyncGenerator<Generated | 'created before'> {
  const isTaken = (candidate: string) => target.hasObject(collection, candidate);
  const ids = new FreeIds(isTaken);
  for (let number = 1; number <= (count ?? 1); number++) {
    const item = `${path} object ${number}`;
    const body = maker.data();
    const wanted = id ?? maker.id(body);
    const planned = progress.chosenId(item);
    if (planned !== undefined && (await isTaken(planned))) {
      yield 'created before';
      continue;
    }
    if (id !== undefined) {
      yield { item, body, id };
      continue;
    }
    const otherId = () =>
      wanted === undefined
        ? target.proposeId(collection, body, (candidate) => ids.isGiven(candidate))
        : ids.take(wanted);
    yield { item, body, id: planned ?? (await otherId()), otherId };
  }
}

/** Unused ids: a taken one gets `-2`, `-3` and so on. */
class FreeIds {
  readonly #isTaken: (id: string) => Promise<boolean>;
  readonly #given = new Set<string>();
  /** The next suffix per wanted id, so that a thousand objects of one name do not count from 2 each. */
  readonly #next = new Map<string, number>();

  constructor(isTaken: (id: string) => Promise<boolean>) {
    this.#isTaken = isTaken;
  }

  /** Whether an id was already used; marks it as used. */
  isGiven(id: string): boolean {
    const before = this.#given.has(id);
    this.#given.add(id);
    return before;
  }

  async take(wanted: string): Promise<string> {
    const stem = wanted.slice(0, 110);
    for (let suffix = this.#next.get(stem) ?? 1; ; suffix++) {
      const candidate = suffix === 1 ? stem : `${stem}-${suffix}`;
      if (!isLegalId(candidate) || RESERVED_OBJECT_IDS.has(candidate)) continue;
      if (this.isGiven(candidate)) continue;
      if (await this.#isTaken(candidate)) continue;
      this.#next.set(stem, suffix + 1);
      return candidate;
    }
  }
}
