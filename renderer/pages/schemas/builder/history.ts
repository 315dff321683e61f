/** A document with the way back and forth. Pure. */
import { useCallback, useReducer } from 'react';
import type { JsonObject } from '#contract/values';
import { sameJson } from '../../../json';

/** So many steps can be taken back. */
const DEPTH = 200;

export interface History {
  past: readonly JsonObject[];
  present: JsonObject;
  future: readonly JsonObject[];
  /** What the last change was about; changes of one text in a row are one step. */
  about: string | undefined;
}

export type HistoryEvent =
  | { type: 'changed'; document: JsonObject; about?: string }
  | { type: 'undone' }
  | { type: 'redone' };

export const startHistory = (present: JsonObject): History => ({
  past: [],
  present,
  future: [],
  about: undefined,
});

export function reduceHistory(history: History, event: HistoryEvent): History {
  const { past, present, future } = history;
  switch (event.type) {
    case 'changed': {
      if (sameJson(event.document, present)) return history;
      const goesOn = event.about !== undefined && event.about === history.about;
      return {
        past: goesOn ? past : [...past, present].slice(-DEPTH),
        present: event.document,
        future: [],
        about: event.about,
      };
    }
    case 'undone': {
      const last = past.at(-1);
      if (last === undefined) return history;
      return { past: past.slice(0, -1), present: last, future: [present, ...future], about: undefined };
    }
    case 'redone': {
      const [next, ...later] = future;
      if (next === undefined) return history;
      return { past: [...past, present], present: next, future: later, about: undefined };
    }
  }
}

export interface DocumentHistory {
  history: History;
  change(document: JsonObject, about?: string): void;
  undo(): void;
  redo(): void;
}

/** The history of a document that is being edited. */
export function useHistory(start: JsonObject): DocumentHistory {
  const [history, dispatch] = useReducer(reduceHistory, start, startHistory);
  return {
    history,
    change: useCallback((document: JsonObject, about?: string) => {
      dispatch({ type: 'changed', document, ...(about === undefined ? {} : { about }) });
    }, []),
    undo: useCallback(() => dispatch({ type: 'undone' }), []),
    redo: useCallback(() => dispatch({ type: 'redone' }), []),
  };
}
