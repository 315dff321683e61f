import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { Button, Group, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { lazy, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { deckBounds } from '#contract/deck';
import type { SchemaDefinition } from '#contract/schemas';
import { OnceOpened } from '../../ui/OnceOpened';
import { asObject } from '../../unsaved/part-store';
import { failingItems, shownValue } from '../../unsaved/read-form';
import { sameTexts, useFormState } from '../../unsaved/useFormState';
import { labelOf } from '../field-rules';
import { controlId, pathIn, useForm } from '../form-context';
import { kept } from '../kept';
import type { FieldProps } from '../kind';
import { GroupControl } from '../parts/ControlWrapper';
import { partSchemasOf } from '../parts/part-schema';
import { DeckBar } from './DeckBar';
import { DeckItem } from './DeckItem';
import { DeckRow } from './DeckRow';
import { DeckTable } from './DeckTable';
import classes from './deck.module.css';
import { deckLayout } from './deck-layout';
import { firstPlace } from './deck-value';
import { focusFirstField } from './focus-first-field';
import { ItemDialog } from './ItemDialog';
import { type DeckActions, useDeck } from './useDeck';
import type { DeckItemProps } from './useDeckItem';
import { useItemClipboard } from './useItemClipboard';
import { useItemSearch } from './useItemSearch';

const texts = {
  none: 'No items yet.',
  noneOf: (bounds: string) => `No items yet (${bounds}).`,
  full: (most: number) => `at most ${most}`,
  least: (least: number) => `at least ${least}`,
  add: (what: string) => `Add ${what}`,
  block: 'Add block…',
  paste: 'Paste',
};

const BlockPalette = lazy(() => import('./blocks/BlockPalette'));

// The same objects at every drawing: with new ones the drag library would draw every item again.
const FINE = { activationConstraint: { distance: 6 } };
const KEYS = { coordinateGetter: sortableKeyboardCoordinates };

interface DeckProps extends FieldProps {
  /** Those its items can follow; one at least. */
  schemas: readonly [SchemaDefinition, ...SchemaDefinition[]];
}

/** The items of a deck, each folded into a line until it is opened; sorted by drag, by keyboard and by menu. */
export function DeckField(props: FieldProps) {
  const { partSchemas } = useForm();
  const schemas = useMemo(
    () => partSchemasOf(props.definition, partSchemas),
    [props.definition, partSchemas],
  );
  const [first, ...others] = schemas;
  return first === undefined ? <kept.Input {...props} /> : <Deck {...props} schemas={[first, ...others]} />;
}

/** Which items are opened. Those with messages are, unless items open in a dialog. */
function useOpened(name: string, path: string, inDialog: boolean) {
  const { store } = useForm();
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const failing = useFormState(store, (state) => failingItems(state, name), sameTexts);
  useEffect(() => {
    if (failing.length > 0 && !inDialog) setOpened((last) => new Set([...last, ...failing]));
  }, [failing, inDialog]);
  const toggle = useCallback(
    (id: string) =>
      setOpened((last) => {
        if (last.has(id)) return new Set([...last].filter((one) => one !== id));
        return new Set(inDialog ? [id] : [...last, id]);
      }),
    [inDialog],
  );
  const show = useCallback(
    (id: string) => {
      setOpened((last) => new Set(inDialog ? [id] : [...last, id]));
      focusFirstField(`${path}.${id}`);
    },
    [path, inDialog],
  );
  return { opened, setOpened, toggle, show };
}

/** The actions of a deck. After a removal the focus goes to the item that took the place of the removed one. */
function useFocusedActions(props: DeckProps, ids: readonly string[], path: string, addId: string) {
  const { name } = props;
  const { store } = useForm();
  const deckActions = useDeck(props);
  const removed = useRef<number | undefined>(undefined);
  useLayoutEffect(() => {
    if (removed.current === undefined) return;
    const next = ids[Math.min(removed.current, ids.length - 1)];
    removed.current = undefined;
    document.getElementById(next === undefined ? addId : controlId(`${path}.${next}`))?.focus();
  }, [ids, path, addId]);
  return useMemo(
    () => ({
      ...deckActions,
      remove(id: string) {
        removed.current = Object.keys(asObject(shownValue(store.get(), name))).indexOf(id);
        deckActions.remove(id);
      },
    }),
    [deckActions, store, name],
  );
}

interface ItemsProps {
  /** The same array as long as the items are the same, as the drag library draws all of them for a new one. */
  ids: string[];
  /** Those a search found; undefined without one. */
  shown: ReadonlySet<string> | undefined;
  labelId: string;
  shared: Omit<DeckItemProps, 'id' | 'at' | 'opened'>;
  opened: ReadonlySet<string>;
}

/** The items, as lines or as rows of a table, to be sorted by drag. */
function Items({ ids, shown, labelId, shared, opened }: ItemsProps) {
  const { layout, locked, actions } = shared;
  const sensors = useSensors(useSensor(PointerSensor, FINE), useSensor(KeyboardSensor, KEYS));
  function onDragEnd({ active, over }: DragEndEvent) {
    if (over !== null && active.id !== over.id) actions.move(String(active.id), ids.indexOf(String(over.id)));
  }
  const Item = layout.columns === undefined ? DeckItem : DeckRow;
  const items = ids.flatMap((id, at) =>
    shown?.has(id) === false && !opened.has(id)
      ? []
      : [<Item key={id} {...shared} id={id} at={at} opened={opened.has(id)} />],
  );
  return (
    <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={onDragEnd}>
      <SortableContext
        items={ids}
        strategy={verticalListSortingStrategy}
        disabled={locked || shown !== undefined}
      >
        {layout.columns === undefined ? (
          <ol className={classes.items} aria-labelledby={labelId}>
            {items}
          </ol>
        ) : (
          ids.length > 0 && (
            <DeckTable labelId={labelId} columns={layout.columns}>
              {items}
            </DeckTable>
          )
        )}
      </SortableContext>
    </DndContext>
  );
}

/** What adds items: at once where they follow one schema, from the palette where there are several. */
function useAdding(schemas: DeckProps['schemas'], actions: DeckActions, onShow: (id: string) => void) {
  const [place, setPlace] = useState<{ after?: string }>();
  const [first, ...others] = schemas;
  const isOne = others.length === 0;
  const add = useCallback(
    (after?: string) => {
      if (isOne) onShow(actions.add(first, after));
      else setPlace(after === undefined ? {} : { after });
    },
    [isOne, first, actions, onShow],
  );
  return {
    add,
    isChoosing: place !== undefined,
    close: () => setPlace(undefined),
    choose(schema: SchemaDefinition) {
      setPlace(undefined);
      onShow(actions.add(schema, place?.after));
    },
  };
}

function Deck(props: DeckProps) {
  const { control, labelId, name, definition, readOnly, schemas } = props;
  const form = useForm();
  const path = pathIn(form, name);
  const addId = `${controlId(path)}-add`;
  const ids = useFormState(form.store, (state) => Object.keys(asObject(shownValue(state, name))), sameTexts);
  const actions = useFocusedActions(props, ids, path, addId);
  const layout = useMemo(
    () => deckLayout(definition, schemas[0], form.fields),
    [definition, schemas, form.fields],
  );
  const inDialog = layout.dialog !== undefined;
  const { opened, setOpened, toggle, show } = useOpened(name, path, inDialog);
  const { min, max } = deckBounds(definition);
  const locked = control.disabled || readOnly || form.locked;
  const full = ids.length >= max;
  const adding = useAdding(schemas, actions, show);
  const clipboard = useItemClipboard({ name, definition, path, max, locked, actions, onShow: show });
  const search = useItemSearch({ name, definition, ids });
  const shared = {
    first: firstPlace(ids),
    count: ids.length,
    ids,
    property: name,
    definition,
    layout,
    actions,
    locked,
    full,
    onToggle: toggle,
    onShow: show,
    onAdd: adding.add,
    onCopy: clipboard.copy,
    onPaste: clipboard.paste,
  };
  const inView = ids.find((id) => opened.has(id));
  const bounds = [min > 0 ? texts.least(min) : '', Number.isFinite(max) ? texts.full(max) : ''].filter(
    (text) => text !== '',
  );
  return (
    <GroupControl control={control} role="group" labelId={labelId}>
      <div className={classes.deck}>
        {ids.length > 0 && <DeckBar {...{ ids, bounds, inDialog, opened, search }} onOpened={setOpened} />}
        <Items ids={ids} shown={search.found} labelId={labelId} shared={shared} opened={opened} />
        {layout.dialog !== undefined && inView !== undefined && (
          <ItemDialog
            {...{ id: inView, ids, property: name, definition, locked }}
            size={layout.dialog}
            onShow={show}
            onClose={() => {
              toggle(inView);
              requestAnimationFrame(() => document.getElementById(controlId(`${path}.${inView}`))?.focus());
            }}
          />
        )}
        {ids.length === 0 && (
          <Text size="sm" c="dimmed" className={classes.none}>
            {bounds.length === 0 ? texts.none : texts.noneOf(bounds.join(', '))}
          </Text>
        )}
        <Group gap="xs">
          <Button
            id={addId}
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={16} />}
            disabled={locked || full}
            title={full ? texts.full(max) : undefined}
            onClick={() => adding.add()}
          >
            {schemas.length > 1 ? texts.block : texts.add(labelOf(schemas[0].id, undefined).toLowerCase())}
          </Button>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            disabled={locked || full}
            onClick={() => void clipboard.paste()}
          >
            {texts.paste}
          </Button>
        </Group>
        <OnceOpened opened={adding.isChoosing}>
          {adding.isChoosing && (
            <BlockPalette
              schemas={schemas}
              fields={form.fields}
              onChoose={adding.choose}
              onClose={adding.close}
            />
          )}
        </OnceOpened>
      </div>
    </GroupControl>
  );
}
