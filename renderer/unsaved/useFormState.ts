/** Reading a form from components: each hook re-renders only when its own answer changes. */
import { useRef, useSyncExternalStore } from 'react';
import type { JsonValue } from '#contract/values';
import type { FormState } from './form-state';
import type { FormStore } from './form-store';
import { shownValue } from './read-form';

/** A part of the state. `same` says when two answers are equal, for selectors that build new ones. */
export function useFormState<Part>(
  store: FormStore,
  select: (state: FormState) => Part,
  same: (left: Part, right: Part) => boolean = Object.is,
): Part {
  const last = useRef<{ part: Part } | undefined>(undefined);
  return useSyncExternalStore(store.subscribe, () => {
    const part = select(store.get());
    if (last.current === undefined || !same(last.current.part, part)) last.current = { part };
    return last.current.part;
  });
}

/** For selectors that answer a list of texts. */
export function sameTexts(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((text, at) => text === right[at]);
}

/** The value of one property; `undefined` is watched for nothing. */
export function useFormValue(store: FormStore, property: string | undefined): JsonValue | undefined {
  return useFormState(store, (state) => (property === undefined ? undefined : shownValue(state, property)));
}
