/** A bulk edit, step by step: the changes, a preview of them, the write. */
import { useState } from 'react';
import type { SchemaDefinition } from '#contract/schemas';
import { kindOf } from '../../../fields';
import { previewEdit } from './bulk-edit';
import { type ChangeDraft, changeOf } from './ChangeRow';
import { type Changing, usePreviewed } from './usePreviewed';

const texts = { value: 'Enter a value or choose another action.' };

export interface BulkEdit extends Changing {
  schema: SchemaDefinition;
  ids: readonly string[];
}

/** @param names the properties that can be changed */
export function useBulkEdit(edit: BulkEdit, names: readonly string[]) {
  const { collection, schema, ids } = edit;
  const previewed = usePreviewed(edit);
  const [changes, setChanges] = useState<ChangeDraft[]>(() =>
    names[0] === undefined ? [] : [changeOf(schema, names[0], 0)],
  );
  const [shownErrors, setShownErrors] = useState(false);

  const errorOf = (change: ChangeDraft): string | undefined => {
    if (change.action === 'clear' || change.action === 'toggle') return undefined;
    if (change.problem !== undefined) return change.problem;
    const definition = schema.properties[change.name];
    const { value } = change;
    const nothing = value === null || value === '' || (Array.isArray(value) && value.length === 0);
    return nothing && definition && kindOf(definition).empty !== false ? texts.value : undefined;
  };

  const look = async () => {
    setShownErrors(true);
    if (changes.some((change) => errorOf(change) !== undefined)) return;
    await previewed.show(ids.length, (following) => previewEdit(collection, ids, changes, following));
  };

  return {
    changes,
    setChanges,
    /** What is wrong with a change, once it is to be said. */
    errorShown: (change: ChangeDraft) => (shownErrors ? errorOf(change) : change.problem),
    /** Adds a change of a property. */
    add: (name: string) => {
      setShownErrors(false);
      setChanges((before) => [
        ...before,
        changeOf(schema, name, Math.max(...before.map(({ key }) => key)) + 1),
      ]);
    },
    previewed,
    look,
  };
}

export type BulkEditState = ReturnType<typeof useBulkEdit>;
