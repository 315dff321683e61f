import { useSortable } from '@dnd-kit/sortable';
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { isNumericKey } from '#contract/deck';
import type { PropertyOnWire } from '#contract/schemas';
import { own, sameJson } from '../../json';
import { sorting } from '../../theme';
import { useAnnounce } from '../../ui/Announcer';
import { asObject } from '../../unsaved/part-store';
import { failingInside, ownMessagesAt, shownValue } from '../../unsaved/read-form';
import { sameTexts, useFormState } from '../../unsaved/useFormState';
import { controlId, pathIn, useForm } from '../form-context';
import { schemaOfPart } from '../parts/part-schema';
import type { DeckLayout } from './deck-layout';
import { itemLabel } from './deck-value';
import type { DeckActions } from './useDeck';

export interface DeckItemProps {
  id: string;
  /** Place in the deck, from 0. */
  at: number;
  /** The first place items can be moved to. */
  first: number;
  count: number;
  ids: readonly string[];
  property: string;
  definition: PropertyOnWire;
  layout: DeckLayout;
  actions: DeckActions;
  opened: boolean;
  locked: boolean;
  /** The deck takes no further items. */
  full: boolean;
  onToggle(id: string): void;
  /** Opens an item and goes to its first field. */
  onShow(id: string): void;
  /** Adds an item behind another; where there are several schemas, one is chosen first. */
  onAdd(after: string): void;
  /** Puts an item on the clipboard. */
  onCopy(id: string): void;
  /** Adds the items of the clipboard behind another. */
  onPaste(after: string): void;
}

const texts = {
  fixed: 'Items with numeric IDs are always sorted first and cannot be reordered.',
};

/** What an item of a deck is, whether it is drawn as a line or as a row: its values, its messages, how it moves. */
export function useDeckItem({ id, at, first, count, property, definition, actions, locked }: DeckItemProps) {
  const form = useForm();
  const announce = useAnnounce();
  const fixed = isNumericKey(id);
  const path = pathIn(form, `${property}.${id}`);
  const item = useFormState(form.store, (state) => own(asObject(shownValue(state, property)), id));
  const schema = schemaOfPart(definition, item, form.partSchemas);
  const stored = useFormState(form.store, (state) => own(asObject(own(state.base, property)), id));
  const failing = useFormState(form.store, (state) => failingInside(state, `${property}.${id}`));
  const messages = useFormState(
    form.store,
    (state) => [
      ...ownMessagesAt(state, `${property}.${id}`),
      // The item's key is not among its fields.
      ...ownMessagesAt(state, `${property}.${id}.id`),
    ],
    sameTexts,
  );
  const sortable = useSortable({ id, disabled: locked || fixed, transition: sorting });
  const moving = useRef(false);

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!event.altKey || step === undefined || locked) return;
    // Beside a deck these keys lead to the next object.
    event.preventDefault();
    event.stopPropagation();
    if (fixed) announce(texts.fixed);
    const to = at + step;
    if (fixed || to < first || to >= count) return;
    moving.current = true;
    actions.move(id, to);
  }
  // What changes its place in the page loses the focus.
  useLayoutEffect(() => {
    if (!moving.current) return;
    moving.current = false;
    document.getElementById(controlId(path))?.focus();
  });

  const { transform, transition } = sortable;
  return {
    path,
    controlId: controlId(path),
    bodyId: `${controlId(path)}-body`,
    /** What the item is called; empty while nothing is filled in. */
    label: itemLabel(definition, schema, id, item, form.fields),
    values: asObject(item),
    /** The schema it follows; undefined where the schema it names is gone. */
    schema,
    /** What it is of, where items follow several schemas. */
    block: definition.itemSchemas === undefined || !schema ? undefined : schema,
    fields: form.fields,
    isNew: stored === undefined,
    dirty: !sameJson(item, stored),
    failing,
    messages,
    /** Why it cannot be moved at all. */
    fixed: fixed ? texts.fixed : undefined,
    sortable,
    style: {
      transform: transform === null ? undefined : `translate3d(0, ${Math.round(transform.y)}px, 0)`,
      transition,
    },
    onKeyDown,
  };
}

export type DeckItemState = ReturnType<typeof useDeckItem>;
