/** Keeps the unsaved changes of a form of a schema or of settings, and offers those of other windows. */
import { useEffect, useRef, useState } from 'react';
import type { FormPlace, UnsavedAnswer } from '#contract/unsaved';
import type { JsonObject } from '#contract/values';
import { own, sameJson } from '../json';
import { type JournalEntry, journalKey, newForm } from './journal';
import type { Place, ToKeep } from './keeper';
import type { FormOwner } from './useFolder';
import { useKeeper } from './useKeeper';
import { entryOf, type KeptChanges, useKept } from './useKept';
import { useReported } from './useReported';
import { useWanted } from './useWanted';

/** Unsaved changes of a form. */
export interface FormEdits {
  edits: JsonObject;
  base: JsonObject;
  problems: Record<string, string>;
  etag: string | undefined;
  title: string;
}

export interface UnsavedForm extends KeptChanges {
  /** Takes kept changes into the form. */
  restore(key: string): void;
  /** The changes were saved or given up: nothing is kept of them. */
  end(): void;
  place: Place;
}

interface Form {
  owner: FormOwner;
  at: FormPlace;
  /** Undefined where there are none. */
  changes: FormEdits | undefined;
  onRestore(entry: JournalEntry): void;
}

/** A value of the server's as plain JSON. */
export const asJson = (value: object): JsonObject => JSON.parse(JSON.stringify(value));

/** The properties in which a document differs from another, with their values in both; null for none. */
export function editsOf(document: JsonObject, base: JsonObject): Pick<FormEdits, 'edits' | 'base'> {
  const names = [...new Set([...Object.keys(document), ...Object.keys(base)])].filter(
    (name) => !sameJson(own(document, name), own(base, name)),
  );
  const of = (from: JsonObject) => Object.fromEntries(names.map((name) => [name, own(from, name) ?? null]));
  return { edits: of(document), base: of(base) };
}

/** A document with unsaved edits. */
export const withEdits = (base: JsonObject, edits: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries({ ...base, ...edits }).filter(([, value]) => value !== null));

export function useUnsaved({ owner, at, changes, onRestore }: Form): UnsavedForm {
  const [form] = useState(() => newForm(localStorage));
  const { collection, object } = at;
  const address = { ...owner, collection, id: object };
  const { kept, discard } = useKept(address, form);
  const ended = useRef(false);
  const read = (): ToKeep | undefined => {
    if (changes === undefined || ended.current) return undefined;
    const { title, ...entry } = changes;
    const key = journalKey(address, form);
    return { collection, object, title, entry: { ...entry, user: owner.user }, key };
  };
  const { keeper, place } = useKeeper(form, read);
  useReported(form, collection, object);

  /** The kept changes that are in the form now, and are discarded once the form's own is kept. */
  const taken = useRef<string>(undefined);
  const [round, setRound] = useState(0);
  const now = changes === undefined ? '' : JSON.stringify(changes);
  // biome-ignore lint/correctness/useExhaustiveDependencies: restored changes may be what the form shows already
  useEffect(() => {
    keeper.changed(now === '');
    const before = taken.current;
    taken.current = undefined;
    if (before !== undefined) void keeper.replace(before).then((isKept) => isKept && discard(before));
  }, [keeper, discard, now, round]);

  const take = (key: string, entry: JournalEntry, open: boolean) => {
    ended.current = false;
    if (!open) taken.current = key;
    onRestore(entry);
    setRound((last) => last + 1);
  };
  const restore = (key: string) => {
    const found = kept.find((one) => one.key === key);
    if (found) take(key, found.entry, found.open);
  };
  const copy = (unsaved: UnsavedAnswer) => take(unsaved.id, { ...entryOf(unsaved), etag: undefined }, false);
  useWanted({ collection, kept, restore, copy });
  return {
    kept,
    discard,
    restore,
    place,
    end: () => {
      ended.current = true;
      keeper.changed(true);
    },
  };
}
