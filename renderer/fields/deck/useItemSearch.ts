import { useState } from 'react';
import type { PropertyOnWire } from '#contract/schemas';
import { own } from '../../json';
import { asObject } from '../../unsaved/part-store';
import { shownValue } from '../../unsaved/read-form';
import { sameTexts, useFormState } from '../../unsaved/useFormState';
import { labelOf } from '../field-rules';
import { useForm } from '../form-context';
import { schemaOfPart } from '../parts/part-schema';
import { lineOf } from '../parts/part-summary';

interface Deck {
  name: string;
  definition: PropertyOnWire;
  ids: readonly string[];
}

export interface ItemSearch {
  words: string;
  setWords(words: string): void;
  /** Ids of the items that have the words; undefined where nothing is searched for. */
  found: ReadonlySet<string> | undefined;
}

/** Finds items of a deck by their ids, their schemas and what their fields say. */
export function useItemSearch({ name, definition, ids }: Deck): ItemSearch {
  const { store, fields, partSchemas } = useForm();
  const [words, setWords] = useState('');
  const wanted = words.trim().toLocaleLowerCase();
  const found = useFormState(
    store,
    (state) => {
      if (wanted === '') return [];
      const items = asObject(shownValue(state, name));
      return ids.filter((id) => {
        const item = asObject(own(items, id));
        const schema = schemaOfPart(definition, item, partSchemas);
        const lines = schema ? Object.keys(item).map((key) => lineOf(item, key, schema, fields)) : [];
        const title = schema && definition.itemSchemas ? labelOf(schema.id, undefined) : '';
        return [id, title, ...lines].some((line) => line.toLocaleLowerCase().includes(wanted));
      });
    },
    sameTexts,
  );
  return { words, setWords, found: wanted === '' ? undefined : new Set(found) };
}
