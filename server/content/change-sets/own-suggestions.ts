/** Suggestions of those who may only suggest: which are their own (spec/change-sets.md#suggesting). */
import type { ComparedObject } from '../../contract/change-sets.js';
import { type Actor, actorLabel } from '../../contract/changes.js';
import { addressOf, shownValue } from '../../schemas/present.js';
import type { Changing, Clock, Content } from '../core/base.js';
import { createSet, dropSet, hasSet, isEmpty, type SetInfo, setInfo, setInfos } from './change-sets.js';

const LONGEST_TITLE = 200;

/** Names an actor among all. */
const nameOf = ({ kind, id, user }: Actor): string => JSON.stringify([kind, id ?? '', user ?? '']);

/** Whether a set is a suggestion of an actor, as `set.json` says. */
export const isSuggestionOf = (actor: Actor, { kind, author }: SetInfo): boolean =>
  kind === 'suggestion' && author !== undefined && actor.id !== undefined && nameOf(author) === nameOf(actor);

/** Whether a set exists and is a suggestion of an actor. */
export const isOwnSuggestion = (base: Pick<Content, 'store'>, actor: Actor, set: string): boolean =>
  hasSet(base, set) && isSuggestionOf(actor, setInfo(base, set));

/** The suggestion that an actor works on: the one made last. */
export function openSuggestion(base: Pick<Content, 'store'>, actor: Actor): string | undefined {
  const own = setInfos(base).filter((set) => isSuggestionOf(actor, set));
  const made = ({ created = '', id }: SetInfo) => `${created} ${id}`;
  return own.sort((a, b) => (made(a) < made(b) ? 1 : -1))[0]?.id;
}

/**
 * Does work that changes the suggestion of an actor, one after the other; the first makes it. A new one that the work
 * leaves empty is removed.
 */
export async function changeSuggestion<T>(
  base: Content & Clock & Changing,
  named: string | undefined,
  work: (set: string) => Promise<T>,
): Promise<T> {
  const { actor } = base.change;
  return base.store.locked(`suggestion ${nameOf(actor)}`, async () => {
    for (let known = named ?? openSuggestion(base, actor); known !== undefined; ) {
      const set = known;
      // It may have been decided and removed meanwhile.
      const isThere = () => named !== undefined || hasSet(base, set);
      const done = await inSet(base, set, async () => (isThere() ? { value: await work(set) } : undefined));
      if (done) return done.value;
      known = openSuggestion(base, actor);
    }
    const { kind, name = '' } = actor;
    const title = `Suggestion by ${actorLabel({ kind, name })}`.slice(0, LONGEST_TITLE);
    const { id } = await createSet(base, { kind: 'suggestion', title });
    return inSet(base, id, async () => {
      try {
        return await work(id);
      } finally {
        if (isEmpty(base, id)) await base.store.changeSets.removeEmpty(id);
      }
    });
  });
}

/**
 * What a caller is shown of a comparison: values as answers show them, without hashes of passwords. Those who may not
 * write the object see the properties of its schema only, and none that is private.
 */
export function comparisonFor(
  { collections }: Pick<Content, 'collections'>,
  compared: ComparedObject,
  writer: boolean,
): ComparedObject {
  const { collection, id, differences, ...object } = compared;
  if (!collections.has(collection)) return compared;
  const { schema, shown } = collections.get(collection);
  const view = { writer, address: addressOf(collection, id), shown };
  const parts = ['base', 'mine', 'live', 'merged'] as const;
  const readable = differences.flatMap((difference) => {
    const property = schema.properties.get(difference.property);
    if (!property) return writer ? [difference] : [];
    if (property.kind.private && !writer) return [];
    const values = parts.flatMap((part) => {
      const value = difference[part];
      return value === undefined ? [] : [[part, shownValue(property, value, view)] as const];
    });
    return { ...difference, ...Object.fromEntries(values) };
  });
  return { ...object, collection, id, differences: readable };
}

/** Work on the changes of a set, during which it is not removed. */
export const inSet = <T>(
  { store }: Pick<Content, 'store'>,
  set: string,
  work: () => Promise<T>,
): Promise<T> => store.locked(`changes of ${set}`, work);

/** Moves a suggestion to the trash that was accepted and refused as a whole. */
export function dropDecided(base: Content & Clock & Changing, set: string): Promise<void> {
  return inSet(base, set, async () => {
    const decided = hasSet(base, set) && setInfo(base, set).kind === 'suggestion' && isEmpty(base, set);
    if (decided) await dropSet(base, set);
  });
}
