/**
 * The unsaved changes of a user's open forms as the changes of a set, so that a perspective shows them over change sets
 * (spec/change-sets.md#unsaved-changes). They are what the next save would store, as far as it could be saved.
 */
import type { Base } from '../content/core/base.js';
import { boundCollection } from '../content/core/bound-collection.js';
import { saveContext } from '../content/core/save-context.js';
import { chosenId } from '../content/objects/create.js';
import { isTaken } from '../content/objects/unique-values.js';
import { isLegalId } from '../contract/names.js';
import type { ObjectDocument } from '../contract/objects.js';
import { COLLECTION_SETTINGS, type UnsavedContent } from '../contract/unsaved.js';
import type { JsonObject } from '../contract/values.js';
import { PlinthError } from '../errors.js';
import { mergeFieldsOf } from '../schemas/merge-fields.js';
import { prepare } from '../schemas/prepare.js';
import { changeOf, contentOf } from '../store/change-sets/set-values.js';
import type { Store } from '../store/store.js';
import type { SetChange, SetState, StoredChange } from '../store/types/change-sets.js';
import type { Presence } from './presence.js';
import type { UnsavedChanges } from './unsaved.js';

export interface OpenFormsOptions {
  base: Base;
  /** What the forms change: the folder, with the sets below in it. */
  below: Store;
  user: string;
  unsaved: UnsavedChanges;
  presence: Presence;
  log(level: 'warn', message: string, error: unknown): void;
}

/** The unsaved changes of one form. */
interface FormChanges {
  form: string;
  content: UnsavedContent;
}

/** A change, and what it was made of. */
interface Made {
  of: string;
  schema: unknown;
  change: StoredChange | undefined;
}

const headOf = (path: string): string => path.split('.', 1)[0] ?? path;

/** Values that are not marked as wrong by the form they are in. */
function rightEdits({ edits, problems }: UnsavedContent): JsonObject {
  const wrong = new Set(Object.keys(problems).map(headOf));
  return Object.fromEntries(Object.entries(edits).filter(([name]) => name !== 'id' && !wrong.has(name)));
}

export class OpenForms {
  readonly #options: OpenFormsOptions;
  readonly #listeners = new Set<() => void>();
  readonly #unfollow: readonly (() => void)[];
  /** By collection and object; of new objects by the form. */
  #made = new Map<string, Made>();
  #state: SetState = { version: 0, changes: new Map(), damaged: new Map() };
  #work: Promise<void> | undefined;
  #isOld = true;
  #count = 0;

  constructor(options: OpenFormsOptions) {
    this.#options = options;
    const { base, user, unsaved, presence } = options;
    const changed = (who: string) => {
      if (who === user) this.#follow();
    };
    this.#unfollow = [
      unsaved.onValues(changed),
      presence.on((form) => changed(form.user)),
      base.events.on((event) => {
        // Values are judged by the schema, and applied to the object, as they are now.
        const place = 'id' in event ? `${event.collection}/${event.id}` : undefined;
        if (place !== undefined && !this.#made.delete(place)) return;
        this.#follow();
      }),
    ];
    this.#follow();
  }

  /** The changes as they were made last. */
  current(): SetState {
    return this.#state;
  }

  /** Resolves when they are those of what the forms have sent so far. */
  async settled(): Promise<void> {
    while (this.#work) await this.#work;
  }

  /** Calls back when they are others, until the answer is called. */
  on(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    for (const stop of this.#unfollow) stop();
    this.#listeners.clear();
  }

  #follow(): void {
    this.#isOld = true;
    this.#work ??= this.#readAll()
      .catch((error: unknown) =>
        this.#options.log('warn', 'Unsaved changes could not be shown in the preview', error),
      )
      .finally(() => {
        this.#work = undefined;
      });
  }

  async #readAll(): Promise<void> {
    while (this.#isOld) {
      this.#isOld = false;
      const made = new Map<string, Made>();
      for (const [place, forms] of this.#places()) {
        const known = this.#made.get(place);
        made.set(place, await this.#madeOf(forms, known));
      }
      this.#replace(made);
    }
  }

  /** The forms of objects that the user has open, by what they change; the one that was changed last at the end. */
  #places(): Map<string, FormChanges[]> {
    const { base, user, unsaved, presence } = this.#options;
    const places = new Map<string, FormChanges[]>();
    for (const { form, user: who } of presence.all()) {
      const content = who === user ? unsaved.find(user, form) : undefined;
      if (!content) continue;
      const { collection, object } = content;
      if (!isLegalId(collection) || !base.collections.has(collection)) continue;
      if (object === COLLECTION_SETTINGS || (object !== undefined && !isLegalId(object))) continue;
      const place = `${collection}/${object ?? `+${form}`}`;
      places.set(place, [...(places.get(place) ?? []), { form, content }]);
    }
    for (const forms of places.values()) {
      forms.sort((one, other) => (one.content.at < other.content.at ? -1 : 1));
    }
    return places;
  }

  async #madeOf(forms: readonly FormChanges[], known: Made | undefined): Promise<Made> {
    const of = JSON.stringify(forms.map(({ form, content }) => [form, content.version, content.at]));
    const collection = forms[0]?.content.collection ?? '';
    const { base, log } = this.#options;
    const schema = base.collections.has(collection) ? base.collections.get(collection).schema : undefined;
    if (known && known.of === of && known.schema === schema) return known;
    try {
      return { of, schema, change: schema && (await this.#change(forms)) };
    } catch (error) {
      log('warn', 'Unsaved changes could not be shown in the preview', error);
      return { of, schema, change: undefined };
    }
  }

  /** The change that the forms of one object make; undefined where there is nothing to show of it. */
  async #change(forms: readonly FormChanges[]): Promise<StoredChange | undefined> {
    const last = forms.at(-1);
    if (!last) return undefined;
    const { collection, object, at } = last.content;
    const sent: JsonObject = {};
    const base: JsonObject = {};
    for (const { content } of forms) {
      for (const [name, value] of Object.entries(rightEdits(content))) {
        sent[name] = value;
        base[name] = content.base[name] ?? null;
      }
    }
    const by = { at };
    if (object === undefined) {
      const id = await this.#idOf(last, collection);
      const after = id === undefined ? undefined : await this.#prepared(collection, id, undefined, sent);
      if (!after) return undefined;
      return this.#stored(collection, after.id, {
        change: 'new',
        base: {},
        values: contentOf(after),
        ...by,
      });
    }
    const below = (await this.#options.below.objects.read(collection, object))?.document;
    if (!below) return undefined;
    const after = await this.#prepared(collection, object, below, sent);
    const fields = mergeFieldsOf(this.#options.base.collections.get(collection).schema);
    const change = after && changeOf({ below, before: below, after, known: undefined }, by, fields);
    if (!change) return undefined;
    // What the form was opened with: what was saved since in another property, or another part of a text, stays.
    for (const name of Object.keys(change.base)) {
      if (Object.hasOwn(sent, name)) change.base[name] = base[name] ?? null;
    }
    return this.#stored(collection, object, change);
  }

  /** The id of a new object: the one in its form, as long as that is free, else one made of the name of the form. */
  async #idOf({ form, content }: FormChanges, collection: string): Promise<string | undefined> {
    const index = await this.#options.below.catalogue.collectionIndex(collection);
    const isFree = (id: string) => isLegalId(id) && !index.get(id) && !index.problem(id);
    try {
      const chosen = content.edits.id === undefined ? undefined : chosenId(content.edits.id);
      if (chosen !== undefined && isFree(chosen)) return chosen;
    } catch (error) {
      if (!(error instanceof PlinthError && error.kind === 'validation')) throw error;
    }
    const made = `new-${form}`;
    return isFree(made) ? made : undefined;
  }

  /** The object as a save would store it, without values that it would reject; undefined where it would still reject it. */
  async #prepared(
    collection: string,
    id: string,
    current: ObjectDocument | undefined,
    sent: JsonObject,
  ): Promise<ObjectDocument | undefined> {
    const { base } = this.#options;
    const bound = await boundCollection(base, collection);
    let left = sent;
    for (;;) {
      try {
        return await prepare({
          schema: bound.collection.schema,
          ...(current && { current }),
          sent: left,
          mode: current ? 'merge' : 'create',
          context: saveContext(base, collection, id),
          id,
          isTaken: isTaken(bound.collectionIndex, id),
        });
      } catch (error) {
        if (!(error instanceof PlinthError && error.kind === 'validation')) throw error;
        const wrong = new Set(Object.keys(error.details ?? {}).map(headOf));
        const right = Object.fromEntries(Object.entries(left).filter(([name]) => !wrong.has(name)));
        if (Object.keys(right).length === Object.keys(left).length) return undefined;
        left = right;
      }
    }
  }

  #stored(collection: string, id: string, change: SetChange): StoredChange {
    this.#count += 1;
    const stamp = { size: 0, mtimeMs: Date.parse(change.at), ino: this.#count };
    return { ...change, collection, id, stamp, document: {} };
  }

  #replace(made: Map<string, Made>): void {
    const before = new Set([...this.#made.values()].map(({ change }) => change));
    const after = new Set([...made.values()].map(({ change }) => change));
    this.#made = made;
    if (before.size === after.size && [...after].every((change) => before.has(change))) return;
    const changes = new Map<string, Map<string, StoredChange>>();
    for (const change of after) {
      if (!change) continue;
      const ofCollection = changes.get(change.collection) ?? new Map<string, StoredChange>();
      changes.set(change.collection, ofCollection.set(change.id, change));
    }
    this.#state = { version: this.#state.version + 1, changes, damaged: new Map() };
    for (const listener of this.#listeners) listener();
  }
}
