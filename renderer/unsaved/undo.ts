/**
 * Undo over all fields of a form. Steps hold values, not operations, so that every kind is undone by the same code;
 * the browser's own undo is by page and is lost when a value is set.
 */
import { own, sameJson } from '../json';
import type { FormEdit, FormState, PropertyState } from './form-state';
import type { FormStore } from './form-store';
import { stateOf, valueAt } from './read-form';

/** Text typed into one place becomes one step until a pause of this many milliseconds. */
const PAUSE = 1_000;
const MOST_STEPS = 200;

interface Change {
  property: string;
  before: PropertyState;
  after: PropertyState;
}

interface Step {
  changes: readonly Change[];
  /** The property or dotted path inside it that was changed. */
  path: string;
  at: number;
}

export interface UndoStore extends FormStore {
  /** Takes the last step back; its path, or undefined where there is none. */
  undo(): string | undefined;
  redo(): string | undefined;
  canUndo(): boolean;
  canRedo(): boolean;
}

const same = (one: PropertyState, other: PropertyState): boolean =>
  sameJson(one.value, other.value) && sameJson(one.problems, other.problems);

/** What the user changes as a whole. */
const BY_USER: ReadonlySet<FormEdit['type']> = new Set([
  'edited',
  'reverted',
  'revertedAll',
  'restored',
  'resolved',
  'unmerged',
]);

/** Properties that have other values in the form now. */
function changesOf(before: FormState, after: FormState): Change[] {
  const names = new Set([...Object.keys(before.edits), ...Object.keys(after.edits)]);
  if (before.base !== after.base) {
    for (const name of [...Object.keys(before.base), ...Object.keys(after.base)]) names.add(name);
  }
  return [...names].flatMap((property) => {
    const change = { property, before: stateOf(before, property), after: stateOf(after, property) };
    return same(change.before, change.after) ? [] : [change];
  });
}

/** A store that remembers what the user changes. `now`: milliseconds of a monotonic clock. */
export function withUndo(store: FormStore, now: () => number = () => performance.now()): UndoStore {
  let done: Step[] = [];
  let undone: Step[] = [];
  const listeners = new Set<() => void>();

  /** Text that goes on where the last step ended joins it; text that is taken back by hand ends its steps. */
  function joined(change: Change, path: string): boolean {
    const [head = '', ...inner] = path.split('.');
    const text = inner.length === 0 ? change.after.value : valueAt(change.after.value, inner.join('.'));
    if (typeof text !== 'string' || head !== change.property) return false;
    let from = done.length;
    while (from > 0 && done[from - 1]?.path === path && done[from - 1]?.changes.length === 1) from -= 1;
    const taken = done.findIndex((step, at) => {
      const [first] = step.changes;
      return at >= from && first !== undefined && same(first.before, change.after);
    });
    const first = done[taken]?.changes[0];
    if (first) {
      done = done.slice(0, taken);
      undone = [{ changes: [{ ...first, after: change.before }], path, at: now() }];
      return true;
    }
    const last = done.at(-1);
    const [start] = last?.changes ?? [];
    if (!last || !start || from === done.length || now() - last.at > PAUSE) return false;
    done = [...done.slice(0, -1), { changes: [{ ...start, after: change.after }], path, at: now() }];
    undone = [];
    return true;
  }

  function record(event: FormEdit, before: FormState, after: FormState): void {
    const changes = changesOf(before, after);
    const [first] = changes;
    if (!first) return;
    const path = event.type === 'edited' ? (event.path ?? event.property) : first.property;
    if (event.type === 'edited' && changes.length === 1 && joined(first, path)) return;
    done = [...done, { changes, path, at: now() }].slice(-MOST_STEPS);
    undone = [];
  }

  /** What others have changed is not taken back: the steps of these properties are forgotten. */
  function forget(before: FormState, after: FormState): void {
    const names = [...new Set([...Object.keys(before.base), ...Object.keys(after.base)])];
    const changed = new Set(names.filter((name) => !sameJson(own(before.base, name), own(after.base, name))));
    const stays = ({ changes }: Step) => !changes.some(({ property }) => changed.has(property));
    done = done.filter(stays);
    undone = undone.filter(stays);
  }

  function put(step: Step, side: 'before' | 'after'): string {
    const states = Object.fromEntries(step.changes.map((change) => [change.property, change[side]]));
    store.dispatch({ type: 'put', states });
    return step.path;
  }

  return {
    get: store.get,
    watch: store.watch,
    isWatched: store.isWatched,
    dispatch(event) {
      const before = store.get();
      store.dispatch(event);
      const after = store.get();
      if (after === before) return;
      if (BY_USER.has(event.type)) record(event, before, after);
      else if (event.type !== 'saved' && event.type !== 'madeNew' && before.base !== after.base) {
        forget(before, after);
      }
      for (const listener of listeners) listener();
    },
    // After the steps are recorded, so that listeners find them.
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    undo() {
      const step = done.at(-1);
      if (!step) return undefined;
      done = done.slice(0, -1);
      undone = [...undone, step];
      const path = put(step, 'before');
      for (const listener of listeners) listener();
      return path;
    },
    redo() {
      const step = undone.at(-1);
      if (!step) return undefined;
      undone = undone.slice(0, -1);
      // No more text joins it.
      done = [...done, { ...step, at: Number.NEGATIVE_INFINITY }];
      const path = put(step, 'after');
      for (const listener of listeners) listener();
      return path;
    },
    canUndo: () => done.length > 0,
    canRedo: () => undone.length > 0,
  };
}
