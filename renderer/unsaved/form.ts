/** The form of one object: a machine apart from its widgets. Pure: state and event in, state out. */

import type { MergeFields } from '#contract/merge/rules';
import type { JsonObject, JsonValue } from '#contract/values';
import { own, sameJson } from '../json';
import { bothOf } from './both';
import { withFile } from './filed';
import type { Choice, FormEdit, FormState, PropertyState } from './form-state';
import { headOf, headsOf, problemsOf } from './heads';
import { valueAt } from './read-form';
import { effective, merge, mergedEdits, onto, restore } from './versions';

/** The form of an object just opened, or of a new one when `etag` is missing. */
export function openForm(
  properties: readonly string[],
  object: JsonObject,
  etag?: string,
  fields: MergeFields = () => undefined,
  preset: JsonObject = {},
): FormState {
  return {
    properties,
    isNew: etag === undefined,
    base: object,
    etag,
    edits: effective(preset, object),
    preset: effective(preset, object),
    problems: {},
    sending: undefined,
    savedAt: undefined,
    errors: {},
    warnings: {},
    failure: undefined,
    outside: undefined,
    merged: undefined,
    fields,
    mustChoose: false,
  };
}

const without = <Value>(record: Record<string, Value>, key: string): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));

/** What is said about a property and about everything inside it. */
const withoutMessages = <Said>(said: Record<string, Said>, property: string): Record<string, Said> =>
  Object.fromEntries(Object.entries(said).filter(([path]) => headOf(path) !== property));

type Edited = FormEdit & { type: 'edited' };

/** Whether what was said about a path still holds after an edit: it does where the edit changed nothing. */
function stillHolds(
  about: string,
  { property, path = property, value }: Edited,
  before: JsonValue | undefined,
): boolean {
  if (headOf(about) !== property) return true;
  const isOn = (one: string, other: string) => one === other || one.startsWith(`${other}.`);
  if (path !== property) return !isOn(about, path) && !isOn(path, about);
  if (!about.startsWith(`${property}.`)) return false;
  // All of the value was set, as when the items of a deck change places: most of them are what they were.
  const inside = about.slice(property.length + 1);
  const holder = inside.split('.').slice(0, -1).join('.');
  const stands = holder === '' || valueAt(value, holder) !== undefined;
  return stands && sameJson(valueAt(value, inside), valueAt(before, inside));
}

const remainingMessages = <Message>(
  messages: Record<string, Message>,
  event: Edited,
  before: JsonValue | undefined,
): Record<string, Message> =>
  Object.fromEntries(Object.entries(messages).filter(([about]) => stillHolds(about, event, before)));

function edit(state: FormState, event: Edited): FormState {
  const { property, value, problem, path = property } = event;
  const before = Object.hasOwn(state.edits, property) ? state.edits[property] : own(state.base, property);
  const problems = {
    ...remainingMessages(state.problems, event, before),
    ...(problem === undefined ? {} : { [path]: problem }),
  };
  const kept = Object.hasOwn(headsOf(problems), property);
  return {
    ...state,
    edits: {
      ...without(state.edits, property),
      ...(kept ? { [property]: value } : effective({ [property]: value }, state.base)),
    },
    problems,
    errors: remainingMessages(state.errors, event, before),
  };
}

/** Gives properties the values and problems they had at another time. */
function put(state: FormState, states: Record<string, PropertyState>): FormState {
  const names = Object.keys(states);
  const others = <Value>(record: Record<string, Value>) =>
    Object.fromEntries(Object.entries(record).filter(([path]) => !Object.hasOwn(states, headOf(path))));
  const edits = names.flatMap((name) => {
    const { value, problems } = states[name] ?? { value: null, problems: {} };
    const isKept = Object.keys(problems).length > 0;
    return Object.entries(isKept ? { [name]: value } : effective({ [name]: value }, state.base));
  });
  return {
    ...state,
    edits: { ...others(state.edits), ...Object.fromEntries(edits) },
    problems: {
      ...others(state.problems),
      ...Object.assign({}, ...names.map((name) => states[name]?.problems)),
    },
    errors: others(state.errors),
  };
}

/** What was typed while a save was under way: edits that differ from what was sent. */
function editedSince(state: FormState): JsonObject {
  const sent = state.sending ?? {};
  return Object.fromEntries(
    Object.entries(state.edits).filter(([name, value]) => !sameJson(value, own(sent, name))),
  );
}

/** A property whose sent value was taken back during the save differs from what is now stored: it is an edit again. */
function takenBack(state: FormState): JsonObject {
  const names = Object.keys(state.sending ?? {}).filter((name) => !Object.hasOwn(state.edits, name));
  return Object.fromEntries(names.map((name) => [name, own(state.base, name) ?? null]));
}

function isClean(state: FormState): boolean {
  return Object.keys(state.edits).length === 0;
}

function resolve(state: FormState, choice: Choice, picks: Record<string, Choice>): FormState {
  if (state.outside?.kind !== 'changed') return { ...state, mustChoose: false };
  const { object, etag } = state.outside;
  const preferred = {
    mine: mergedEdits(state, object, 'mine'),
    theirs: mergedEdits(state, object, 'theirs'),
  };
  const isAll = Object.keys(picks).length === 0 && choice === 'theirs';
  const picked = (name: string): JsonValue | undefined => {
    const pick = picks[name] ?? choice;
    if (pick === 'both') return bothOf(state, object, name);
    if (pick === 'mine') return preferred.mine.edits[name];
    // What only this form has changed in it is kept where the other value is chosen for the rest.
    return !isAll && preferred.theirs.clashing.has(name) ? preferred.theirs.edits[name] : undefined;
  };
  const edits = Object.fromEntries(
    Object.keys(state.edits).flatMap((name) => {
      const value = picked(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  return {
    ...onto({ ...state, problems: problemsOf(state.problems, edits) }, object, etag, edits),
    errors: {},
  };
}

function filed(state: FormState, { keys, object, etag, known }: FormEdit & { type: 'filed' }): FormState {
  const [head = '', ...path] = keys;
  const [before, now] = [own(state.base, head), own(object, head)];
  const edited = own(state.edits, head);
  const edits =
    edited === undefined ? state.edits : { ...state.edits, [head]: withFile(edited, before, now, path) };
  const said = { problems: state.problems, errors: withoutMessages(state.errors, head) };
  if (known) return { ...onto({ ...state, ...said }, object, etag, edits), failure: state.failure };
  // What else was changed meanwhile is not taken over unseen: the next save finds it.
  const base = { ...state.base, [head]: now ?? null };
  return { ...state, ...said, base, edits: effective(edits, base) };
}

/** The next state. Events that make no sense in a state leave it as it is. */
export function reduceForm(state: FormState, event: FormEdit): FormState {
  switch (event.type) {
    case 'edited':
      return edit(state, event);
    case 'put':
      return put(state, event.states);
    case 'reverted':
      return {
        ...state,
        edits: without(state.edits, event.property),
        problems: withoutMessages(state.problems, event.property),
        errors: withoutMessages(state.errors, event.property),
      };
    case 'revertedAll': {
      const clean = { ...state, edits: {}, problems: {}, errors: {}, failure: undefined, merged: undefined };
      return resolve(clean, 'theirs', {});
    }
    case 'saveStarted':
      return { ...state, sending: state.edits, failure: undefined, errors: {} };
    case 'saved':
      return {
        ...onto(state, event.object, event.etag, { ...takenBack(state), ...editedSince(state) }),
        sending: undefined,
        savedAt: event.at,
        errors: {},
        failure: undefined,
      };
    case 'judged':
      return { ...state, warnings: event.details };
    case 'refused':
      return {
        ...state,
        sending: undefined,
        errors: event.details,
        failure: { message: event.message },
      };
    case 'failed':
      return { ...state, sending: undefined, failure: event.failure };
    case 'stale': {
      const merged = merge({ ...state, sending: undefined }, event.object, event.etag);
      return { ...merged, mustChoose: merged.outside !== undefined };
    }
    case 'refreshed':
      if (state.sending !== undefined || state.isNew) return state;
      if (event.etag === state.etag) {
        return state.outside === undefined ? state : { ...state, outside: undefined, mustChoose: false };
      }
      if (isClean(state)) return { ...onto(state, event.object, event.etag, {}), errors: {} };
      return merge(state, event.object, event.etag);
    case 'filed':
      return filed(state, event);
    case 'gone':
      return { ...state, sending: undefined, outside: { kind: 'deleted' }, mustChoose: event.whileSaving };
    case 'choiceAsked':
      return { ...state, mustChoose: state.outside !== undefined };
    case 'choicePutOff':
      return { ...state, mustChoose: false };
    case 'resolved':
      return resolve(state, event.choice, event.picks ?? {});
    case 'unmerged':
      return { ...put(state, state.merged ?? {}), merged: undefined };
    case 'mergeSeen':
      return { ...state, merged: undefined };
    case 'madeNew': {
      const whole = { ...state.base, ...state.edits };
      return {
        ...state,
        isNew: true,
        base: {},
        etag: undefined,
        edits: effective(whole, {}),
        outside: undefined,
        mustChoose: false,
      };
    }
    case 'restored':
      return restore(state, event.entry);
  }
}
