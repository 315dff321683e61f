/** The draft of one object: a machine apart from its widgets. Pure: state and event in, state out. */

import type { MergeFields } from '#contract/merge/rules';
import type { JsonObject, JsonValue } from '#contract/values';
import { own, sameJson } from '../json';
import { bothOf } from './both';
import type { Choice, Draft, DraftEvent, PropertyState } from './draft-state';
import { withFile } from './filed';
import { headOf, headsOf, problemsOf } from './heads';
import { valueAt } from './read-draft';
import { effective, merge, mergedEdits, onto, restore } from './versions';

/** The draft of an object just opened, or of a new one when `etag` is missing. */
export function openDraft(
  properties: readonly string[],
  object: JsonObject,
  etag?: string,
  fields: MergeFields = () => undefined,
  preset: JsonObject = {},
): Draft {
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

type Edited = DraftEvent & { type: 'edited' };

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

function edit(draft: Draft, event: Edited): Draft {
  const { property, value, problem, path = property } = event;
  const before = Object.hasOwn(draft.edits, property) ? draft.edits[property] : own(draft.base, property);
  const problems = {
    ...remainingMessages(draft.problems, event, before),
    ...(problem === undefined ? {} : { [path]: problem }),
  };
  const kept = Object.hasOwn(headsOf(problems), property);
  return {
    ...draft,
    edits: {
      ...without(draft.edits, property),
      ...(kept ? { [property]: value } : effective({ [property]: value }, draft.base)),
    },
    problems,
    errors: remainingMessages(draft.errors, event, before),
  };
}

/** Gives properties the values and problems they had at another time. */
function put(draft: Draft, states: Record<string, PropertyState>): Draft {
  const names = Object.keys(states);
  const others = <Value>(record: Record<string, Value>) =>
    Object.fromEntries(Object.entries(record).filter(([path]) => !Object.hasOwn(states, headOf(path))));
  const edits = names.flatMap((name) => {
    const { value, problems } = states[name] ?? { value: null, problems: {} };
    const isKept = Object.keys(problems).length > 0;
    return Object.entries(isKept ? { [name]: value } : effective({ [name]: value }, draft.base));
  });
  return {
    ...draft,
    edits: { ...others(draft.edits), ...Object.fromEntries(edits) },
    problems: {
      ...others(draft.problems),
      ...Object.assign({}, ...names.map((name) => states[name]?.problems)),
    },
    errors: others(draft.errors),
  };
}

/** What was typed while a save was under way: edits that differ from what was sent. */
function editedSince(draft: Draft): JsonObject {
  const sent = draft.sending ?? {};
  return Object.fromEntries(
    Object.entries(draft.edits).filter(([name, value]) => !sameJson(value, own(sent, name))),
  );
}

/** A property whose sent value was taken back during the save differs from what is now stored: it is an edit again. */
function takenBack(draft: Draft): JsonObject {
  const names = Object.keys(draft.sending ?? {}).filter((name) => !Object.hasOwn(draft.edits, name));
  return Object.fromEntries(names.map((name) => [name, own(draft.base, name) ?? null]));
}

function isClean(draft: Draft): boolean {
  return Object.keys(draft.edits).length === 0;
}

function resolve(draft: Draft, choice: Choice, picks: Record<string, Choice>): Draft {
  if (draft.outside?.kind !== 'changed') return { ...draft, mustChoose: false };
  const { object, etag } = draft.outside;
  const preferred = {
    mine: mergedEdits(draft, object, 'mine'),
    theirs: mergedEdits(draft, object, 'theirs'),
  };
  const isAll = Object.keys(picks).length === 0 && choice === 'theirs';
  const picked = (name: string): JsonValue | undefined => {
    const pick = picks[name] ?? choice;
    if (pick === 'both') return bothOf(draft, object, name);
    if (pick === 'mine') return preferred.mine.edits[name];
    // What only this form has changed in it is kept where the other value is chosen for the rest.
    return !isAll && preferred.theirs.clashing.has(name) ? preferred.theirs.edits[name] : undefined;
  };
  const edits = Object.fromEntries(
    Object.keys(draft.edits).flatMap((name) => {
      const value = picked(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  return {
    ...onto({ ...draft, problems: problemsOf(draft.problems, edits) }, object, etag, edits),
    errors: {},
  };
}

function filed(draft: Draft, { keys, object, etag, known }: DraftEvent & { type: 'filed' }): Draft {
  const [head = '', ...path] = keys;
  const [before, now] = [own(draft.base, head), own(object, head)];
  const edited = own(draft.edits, head);
  const edits =
    edited === undefined ? draft.edits : { ...draft.edits, [head]: withFile(edited, before, now, path) };
  const said = { problems: draft.problems, errors: withoutMessages(draft.errors, head) };
  if (known) return { ...onto({ ...draft, ...said }, object, etag, edits), failure: draft.failure };
  // What else was changed meanwhile is not taken over unseen: the next save finds it.
  const base = { ...draft.base, [head]: now ?? null };
  return { ...draft, ...said, base, edits: effective(edits, base) };
}

/** The next state. Events that make no sense in a state leave it as it is. */
export function reduceDraft(draft: Draft, event: DraftEvent): Draft {
  switch (event.type) {
    case 'edited':
      return edit(draft, event);
    case 'put':
      return put(draft, event.states);
    case 'reverted':
      return {
        ...draft,
        edits: without(draft.edits, event.property),
        problems: withoutMessages(draft.problems, event.property),
        errors: withoutMessages(draft.errors, event.property),
      };
    case 'revertedAll': {
      const clean = { ...draft, edits: {}, problems: {}, errors: {}, failure: undefined, merged: undefined };
      return resolve(clean, 'theirs', {});
    }
    case 'saveStarted':
      return { ...draft, sending: draft.edits, failure: undefined, errors: {} };
    case 'saved':
      return {
        ...onto(draft, event.object, event.etag, { ...takenBack(draft), ...editedSince(draft) }),
        sending: undefined,
        savedAt: event.at,
        errors: {},
        failure: undefined,
      };
    case 'judged':
      return { ...draft, warnings: event.details };
    case 'refused':
      return {
        ...draft,
        sending: undefined,
        errors: event.details,
        failure: { message: event.message },
      };
    case 'failed':
      return { ...draft, sending: undefined, failure: event.failure };
    case 'stale': {
      const merged = merge({ ...draft, sending: undefined }, event.object, event.etag);
      return { ...merged, mustChoose: merged.outside !== undefined };
    }
    case 'refreshed':
      if (draft.sending !== undefined || draft.isNew) return draft;
      if (event.etag === draft.etag) {
        return draft.outside === undefined ? draft : { ...draft, outside: undefined, mustChoose: false };
      }
      if (isClean(draft)) return { ...onto(draft, event.object, event.etag, {}), errors: {} };
      return merge(draft, event.object, event.etag);
    case 'filed':
      return filed(draft, event);
    case 'gone':
      return { ...draft, sending: undefined, outside: { kind: 'deleted' }, mustChoose: event.whileSaving };
    case 'choiceAsked':
      return { ...draft, mustChoose: draft.outside !== undefined };
    case 'choicePutOff':
      return { ...draft, mustChoose: false };
    case 'resolved':
      return resolve(draft, event.choice, event.picks ?? {});
    case 'unmerged':
      return { ...put(draft, draft.merged ?? {}), merged: undefined };
    case 'mergeSeen':
      return { ...draft, merged: undefined };
    case 'madeNew': {
      const whole = { ...draft.base, ...draft.edits };
      return {
        ...draft,
        isNew: true,
        base: {},
        etag: undefined,
        edits: effective(whole, {}),
        outside: undefined,
        mustChoose: false,
      };
    }
    case 'restored':
      return restore(draft, event.entry);
  }
}
