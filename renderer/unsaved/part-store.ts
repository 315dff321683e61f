/**
 * The form of a card or of a deck's item, as a view of the form around it: nothing is kept here. So unsaved state,
 * undo and conflicts work at any depth without knowing of it, and a save is one PATCH.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '#contract/values';
import { own, sameJson } from '../json';
import type { FormEdit, FormState } from './form-state';
import type { FormStore } from './form-store';
import { shownValue } from './read-form';

/** Which part: the property's own value (a card), or one item of it (a deck). */
export interface PartAddress {
  property: string;
  item?: string | undefined;
}

/** The part's dotted path from the object that holds it. */
export const pathOfPart = ({ property, item }: PartAddress): string =>
  item === undefined ? property : `${property}.${item}`;

/** The keys of a value; of anything that is no object, none. PHP writes an empty object as an empty list. */
export const asObject = (value: JsonValue | undefined): JsonObject => (isJsonObject(value) ? value : {});

const partIn = (value: JsonValue | undefined, { item }: PartAddress): JsonObject =>
  item === undefined ? asObject(value) : asObject(own(asObject(value), item));

/** What is said about the inside of a part, by path from there. */
function inside<Said>(said: Record<string, Said>, path: string, change: (said: Said) => Said) {
  const start = `${path}.`;
  return Object.fromEntries(
    Object.entries(said).flatMap(([about, what]) =>
      about.startsWith(start) ? [[about.slice(start.length), change(what)]] : [],
    ),
  );
}

/** The server names the way to a field in front of its message, "Team › ann › Name must …": here it is known. */
function withoutWay(message: string, steps: number): string {
  const parts = message.split(' › ');
  return parts.length > steps ? parts.slice(steps).join(' › ') : message;
}

/** The differences of a part from what is stored; null is a property that went. */
function editsOf(base: JsonObject, shown: JsonObject): JsonObject {
  const edits: JsonObject = {};
  for (const [name, value] of Object.entries(shown)) {
    if (!sameJson(value, own(base, name))) edits[name] = value;
  }
  for (const name of Object.keys(base)) if (!Object.hasOwn(shown, name)) edits[name] = null;
  return edits;
}

/** The form of a part, from the form of what it stands in. */
export function partOf(whole: FormState, address: PartAddress): FormState {
  const { property, item } = address;
  const path = pathOfPart(address);
  const stored = own(whole.base, property);
  const base = partIn(stored, address);
  const shown = partIn(shownValue(whole, property), address);
  const steps = item === undefined ? 1 : 2;
  return {
    ...whole,
    properties: Object.keys(shown),
    isNew: whole.isNew || (item !== undefined && !Object.hasOwn(asObject(stored), item)),
    base,
    edits: editsOf(base, shown),
    problems: inside(whole.problems, path, (problem) => problem),
    errors: inside(whole.errors, path, (messages) => messages.map((message) => withoutWay(message, steps))),
    warnings: inside(whole.warnings, path, (messages) =>
      messages.map((message) => withoutWay(message, steps)),
    ),
  };
}

/** A value taken out and put back stands where it stood, so that the part is again what is stored. */
function inStoredOrder(part: JsonObject, stored: JsonObject): JsonObject {
  const kept = Object.keys(stored).filter((name) => Object.hasOwn(part, name));
  return { ...Object.fromEntries(kept.map((name) => [name, part[name] ?? null])), ...part };
}

/** A card that is empty again is what is stored where nothing is; its spelling may be a missing value or a list. */
const cardValue = (part: JsonObject, stored: JsonValue | undefined): JsonValue =>
  Object.keys(part).length === 0 && Object.keys(asObject(stored)).length === 0 ? (stored ?? null) : part;

/** A store that reads a part of another store's form and writes its edits there. */
export function partStore(parent: FormStore, address: PartAddress): FormStore {
  const { property, item } = address;
  const path = pathOfPart(address);
  let last: { whole: FormState; part: FormState } | undefined;

  function get(): FormState {
    const whole = parent.get();
    if (last?.whole !== whole) last = { whole, part: partOf(whole, address) };
    return last.part;
  }

  function set(name: string, value: JsonValue | undefined, event: { problem?: string; path?: string }) {
    const whole = shownValue(parent.get(), property);
    const { [name]: _old, ...others } = partIn(whole, address);
    const stored = own(parent.get().base, property);
    const part =
      value === undefined || value === null
        ? others
        : inStoredOrder({ ...partIn(whole, address), [name]: value }, partIn(stored, address));
    parent.dispatch({
      type: 'edited',
      property,
      value: item === undefined ? cardValue(part, stored) : { ...asObject(whole), [item]: part },
      path: `${path}.${event.path ?? name}`,
      ...(event.problem === undefined ? {} : { problem: event.problem }),
    });
  }

  return {
    get,
    subscribe: parent.subscribe,
    watch: parent.watch,
    isWatched: parent.isWatched,
    dispatch(event: FormEdit) {
      if (event.type === 'edited') set(event.property, event.value, event);
      else if (event.type === 'reverted') set(event.property, own(get().base, event.property), {});
    },
  };
}
