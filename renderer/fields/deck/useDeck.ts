import { useMemo, useRef } from 'react';
import { ITEM_SCHEMA } from '#contract/deck';
import type { PropertyOnWire, SchemaDefinition } from '#contract/schemas';
import { isJsonObject, type JsonObject, type JsonValue } from '#contract/values';
import { own } from '../../json';
import { t } from '../../t';
import { useAnnounce } from '../../ui/Announcer';
import { counted } from '../../ui/format';
import { notifyUndo } from '../../ui/notify';
import { asObject } from '../../unsaved/part-store';
import { shownValue } from '../../unsaved/read-form';
import { labelOf } from '../field-rules';
import { useForm } from '../form-context';
import { schemaOfPart } from '../parts/part-schema';
import { copyOf, freeId, inOrder, itemLabel, moved, renamed, withItem, withoutItem } from './deck-value';

/** What can be done with the items of a deck. The same functions as long as the deck's definition is the same. */
export interface DeckActions {
  /** Adds an empty item of a schema behind another, or at the end; gives its id. */
  add(schema: SchemaDefinition, after?: string): string;
  /** Adds items with values behind another, or at the end; gives their ids. */
  insert(items: readonly JsonObject[], after?: string): string[];
  duplicate(id: string): string;
  move(id: string, to: number): void;
  rename(id: string, to: string): void;
  remove(id: string): void;
}

interface Deck {
  name: string;
  definition: PropertyOnWire;
  onChange(value: JsonValue): void;
}

/** The items' actions on the form around. Each says what it did. */
export function useDeck({ name, definition, onChange }: Deck): DeckActions {
  const { store, partSchemas, fields } = useForm();
  const announce = useAnnounce();
  const change = useRef(onChange);
  change.current = onChange;
  return useMemo(() => {
    const deckNow = () => asObject(shownValue(store.get(), name));
    const set = (value: JsonValue) => change.current(value);
    const schemaOf = (item: JsonValue | undefined) => schemaOfPart(definition, item, partSchemas);
    const called = (id: string) =>
      itemLabel(definition, schemaOf(own(deckNow(), id)), id, own(deckNow(), id), fields) || id;

    function put(item: JsonValue, after?: string): string {
      const deck = deckNow();
      const id = freeId(Object.keys(deck), Math.random);
      set(withItem(deck, id, item, after));
      return id;
    }

    return {
      add(schema, after) {
        const { id: _id, ...values } = fields.initialValues(schema);
        const named: JsonObject = definition.itemSchemas === undefined ? {} : { [ITEM_SCHEMA]: schema.id };
        const id = put({ ...named, ...values }, after);
        announce(t('Item added'));
        return id;
      },
      insert(items, after) {
        let deck = deckNow();
        const ids: string[] = [];
        for (const item of items) {
          const id = freeId(Object.keys(deck), Math.random);
          deck = withItem(deck, id, item, ids.at(-1) ?? after);
          ids.push(id);
        }
        set(deck);
        announce(`${counted(ids.length, 'item', 'items')} pasted`);
        return ids;
      },
      duplicate(id) {
        const item = own(deckNow(), id) ?? {};
        const schema = schemaOf(item);
        const copy = put(schema === undefined ? item : copyOf(item, schema, partSchemas, fields), id);
        announce(`${called(id)} duplicated`);
        return copy;
      },
      move(id, to) {
        const deck = deckNow();
        const ids = Object.keys(deck);
        const order = moved(ids, id, to);
        if (order.indexOf(id) === ids.indexOf(id)) return;
        set(inOrder(deck, order));
        announce(t(`${called(id)} is now ${order.indexOf(id) + 1} of ${order.length}`));
      },
      rename(from, to) {
        set(renamed(deckNow(), from, to));
        announce(t(`ID changed to ${to}`));
      },
      remove(id) {
        const deck = deckNow();
        const item = own(deck, id);
        const ids = Object.keys(deck);
        const before = ids[ids.indexOf(id) - 1];
        const title = called(id);
        set(withoutItem(deck, id));
        notifyUndo(t(`“${title}” removed from ${labelOf(name, definition)}.`), () => {
          const now = deckNow();
          if (Object.hasOwn(now, id) || item === undefined) return;
          const order = Object.keys(now);
          const at = before !== undefined && order.includes(before) ? order.indexOf(before) + 1 : 0;
          set(inOrder({ ...now, [id]: isJsonObject(item) ? item : {} }, order.toSpliced(at, 0, id)));
        });
      },
    };
  }, [store, partSchemas, fields, name, definition, announce]);
}
