/**
 * What needs attention in the content, for the admin and `plinth check` (spec/health.md). Nothing is stored: an index
 * kept with each save would slow saves down for a page that is rarely opened.
 */
import { Yielder } from '../async/yielder.js';
import { listConflicts } from '../content/conflicts/list-conflicts.js';
import type { Base } from '../content/core/base.js';
import { RecentSearch } from '../content/core/recent-search.js';
import { type Looking, walkThrough } from '../content/core/walk.js';
import { listDamaged } from '../content/maintenance/list-damaged.js';
import { missingReferences } from '../content/reading/missing-references.js';
import type { Conflict } from '../contract/conflicts.js';
import { type HealthKind, type HealthProblem, LARGE_IMAGE } from '../contract/health.js';
import type { MediaFile } from '../contract/media.js';
import { isLegalId } from '../contract/names.js';
import type { DamagedFile } from '../contract/objects.js';
import type { MissingReference } from '../contract/relations.js';
import { Media } from '../files/media.js';
import { fileFinder } from '../files/missing-files.js';
import { InvalidObjects } from './invalid-objects.js';
import { UndescribedImages } from './undescribed-images.js';

export interface ContentHealth {
  /** All files of the folder. */
  readonly media: Media;
  /** What needs attention in the content. */
  readonly health: Health;
}

export function openHealth(base: Base): ContentHealth {
  const media = new Media(base, { ahead: true });
  return { media, health: new Health(base, media) };
}

export class Health {
  readonly invalid: InvalidObjects;
  readonly #base: Base;
  readonly #media: Media;
  readonly #ofTexts: UndescribedImages;
  readonly #searches = new Map<HealthKind, RecentSearch<readonly HealthProblem[]>>();
  #events = 0;

  constructor(base: Base, media: Media) {
    this.#base = base;
    this.#media = media;
    this.invalid = new InvalidObjects(base);
    this.#ofTexts = new UndescribedImages(base);
    base.events.on(() => {
      this.#events += 1;
    });
  }

  /** All problems of a kind as they are now. Those who ask for it at the same time share the search. */
  problems(asked: HealthKind, looking: Looking = {}): Promise<readonly HealthProblem[]> {
    const search =
      this.#searches.get(asked) ??
      new RecentSearch(
        () => this.#events,
        (own) => this.#look(asked, own),
      );
    this.#searches.set(asked, search);
    return search.found(looking);
  }

  #look(kind: HealthKind, looking: Looking): Promise<readonly HealthProblem[]> {
    switch (kind) {
      case 'damaged':
        return this.#damaged();
      case 'conflicts':
        return this.#conflicts();
      case 'invalid':
        return this.#invalid(looking);
      case 'references':
        return this.#references(looking);
      case 'alt':
        return this.#undescribed(looking);
      case 'oversize':
        return this.#images(isLarge, 'is an image that is larger than pages need', looking);
      case 'unused':
        return this.#unused(looking);
    }
  }

  async #damaged(): Promise<HealthProblem[]> {
    const { files } = await listDamaged(this.#base);
    const dangling = this.#base.collections
      .all()
      .filter(({ settings }) => this.#base.library.schema(settings.schema) === undefined)
      .map(({ settings }) => ({
        path: `${settings.id}/.meta.json`,
        message: noSchema(settings.schema),
      }));
    return [...files.filter(({ mergeConflict }) => !mergeConflict).map(damagedProblem), ...dangling];
  }

  async #conflicts(): Promise<HealthProblem[]> {
    const files = await this.#media.conflicts.list();
    return [...(await listConflicts(this.#base)), ...files.map(({ conflict }) => conflict)].map(
      conflictProblem,
    );
  }

  async #invalid(looking: Looking): Promise<HealthProblem[]> {
    const found: HealthProblem[] = [];
    const all = this.#base.collections.all();
    const ids = all.map(({ settings }) => settings.id);
    const walk = await walkThrough(this.#base, ids, 'rules', looking);
    for (const collection of all) {
      for await (const problem of this.invalid.of(collection, walk)) found.push(problem);
    }
    return found;
  }

  async #references(looking: Looking): Promise<HealthProblem[]> {
    const all = this.#base.collections.all().map(({ settings }) => settings.id);
    const rules = { mayRead: () => true, hasFile: fileFinder(this.#base) };
    return (await missingReferences(this.#base, all, rules, { looking })).map(referenceProblem);
  }

  async #images(
    has: (file: MediaFile) => boolean,
    message: string,
    looking: Looking,
  ): Promise<HealthProblem[]> {
    const found: HealthProblem[] = [];
    const yielder = new Yielder(looking.signal);
    for (const file of await this.#media.named(looking)) {
      if (yielder.exhausted) await yielder.yieldToEventLoop();
      if (file.mime.startsWith('image/') && has(file)) found.push(fileProblem(file, message));
    }
    return found;
  }

  async #undescribed(looking: Looking): Promise<HealthProblem[]> {
    const without = 'is an image without alternative text';
    const ofFields = await this.#images(({ alt }) => alt === '', without, looking);
    return [...ofFields, ...(await this.#ofTexts.list(looking))];
  }

  async #unused(looking: Looking): Promise<HealthProblem[]> {
    const copies = new Set((await this.#media.conflicts.list()).map(({ conflict }) => conflict.path));
    const files = (await this.#media.unusedFiles(looking)).map((file) =>
      fileProblem(file, 'is not used by its object'),
    );
    return files.filter(({ path }) => !copies.has(path));
  }
}

export const noSchema = (schema: string): string => `follows the schema "${schema}", which does not exist`;

const isLarge = ({ size, width = 0, height = 0 }: MediaFile): boolean =>
  size > LARGE_IMAGE.bytes || Math.max(width, height) > LARGE_IMAGE.pixels;

const ofObject = (collection: string, id: string): { collection?: string; id?: string } =>
  isLegalId(collection) && isLegalId(id) ? { collection, id } : {};

const damagedProblem = ({ collection, id, reason }: DamagedFile): HealthProblem => ({
  path: `${collection}/${id}.json`,
  message: reason,
  ...ofObject(collection, id),
});

function conflictProblem({ id, kind, subject, collection, name, original, path, title, same }: Conflict) {
  const copy = same
    ? `is a copy of "${original}" with the same content`
    : `is another version of "${original}"`;
  const isObject = subject === 'object' || subject === 'file';
  return {
    path,
    message: kind === 'markers' ? 'has an unresolved merge conflict' : copy,
    ...(isObject && ofObject(collection, name)),
    ...(title !== undefined && { title }),
    conflict: id,
  };
}

function referenceProblem({ collection, id, title, property, reference, target }: MissingReference) {
  return {
    path: `${collection}/${id}.json`,
    message: `"${property.name}" refers to "${reference}", which does not exist`,
    collection,
    id,
    title,
    missing: { property, reference, target },
  };
}

function fileProblem(file: MediaFile, message: string): HealthProblem {
  const { collection, id, path, title } = file;
  return { path: `${collection}/${id}/${path}`, message, collection, id, title, file };
}
