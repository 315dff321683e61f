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
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { deckBounds } from '#contract/deck';
import { asObject } from '../../draft/part-store';
import { failingItems, shownValue } from '../../draft/read-draft';
import { sameTexts, useDraft } from '../../draft/useDraft';
import { labelOf } from '../field-rules';
import { controlId, pathIn, useForm } from '../form-context';
import { kept } from '../kept';
import type { FieldProps } from '../kind';
import { GroupControl } from '../parts/ControlWrapper';
import { DeckItem } from './DeckItem';
import { DeckRow } from './DeckRow';
import { DeckTable } from './DeckTable';
import classes from './deck.module.css';
import { deckLayout } from './deck-layout';
import { firstPlace } from './deck-value';
import { focusFirstField } from './focus-first-field';
import { ItemDialog } from './ItemDialog';
import { useDeck } from './useDeck';
import type { DeckItemProps } from './useDeckItem';

const texts = {
  none: 'No items yet.',
  noneOf: (bounds: string) => `No items yet (${bounds}).`,
  openAll: 'Expand all',
  closeAll: 'Collapse all',
  full: (most: number) => `at most ${most}`,
  least: (least: number) => `at least ${least}`,
  count: (count: number) => `${count} ${count === 1 ? 'item' : 'items'}`,
  add: (what: string) => `Add ${what}`,
};

/** Opening more than so many forms at once would make the page slow. */
const MANY = 40;

// The same objects at every drawing: with new ones the drag library would draw every item again.
const FINE = { activationConstraint: { distance: 6 } };
const KEYS = { coordinateGetter: sortableKeyboardCoordinates };

type DeckProps = FieldProps & Pick<Parameters<typeof useDeck>[0], 'schema'>;

/** The items of a deck, each folded into a line until it is opened; sorted by drag, by keyboard and by menu. */
export function DeckField(props: FieldProps) {
  const schema = useForm().partSchemas.get(props.definition.itemSchema ?? '');
  return schema === undefined ? <kept.Input {...props} /> : <Deck {...props} schema={schema} />;
}

/** Which items are opened. Those with messages are, unless items open in a dialog. */
function useOpened(name: string, path: string, inDialog: boolean) {
  const { store } = useForm();
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const failing = useDraft(store, (draft) => failingItems(draft, name), sameTexts);
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
  labelId: string;
  shared: Omit<DeckItemProps, 'id' | 'at' | 'opened'>;
  opened: ReadonlySet<string>;
}

/** The items, as lines or as rows of a table, to be sorted by drag. */
function Items({ ids, labelId, shared, opened }: ItemsProps) {
  const { layout, locked, actions } = shared;
  const sensors = useSensors(useSensor(PointerSensor, FINE), useSensor(KeyboardSensor, KEYS));
  function onDragEnd({ active, over }: DragEndEvent) {
    if (over !== null && active.id !== over.id) actions.move(String(active.id), ids.indexOf(String(over.id)));
  }
  const Item = layout.columns === undefined ? DeckItem : DeckRow;
  const items = ids.map((id, at) => <Item key={id} {...shared} id={id} at={at} opened={opened.has(id)} />);
  return (
    <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={onDragEnd}>
      <SortableContext items={ids} strategy={verticalListSortingStrategy} disabled={locked}>
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

interface BarProps {
  ids: readonly string[];
  bounds: readonly string[];
  inDialog: boolean;
  opened: ReadonlySet<string>;
  onOpened(ids: ReadonlySet<string>): void;
}

/** How many items there are, and the button that opens or closes all of them. */
function Bar({ ids, bounds, inDialog, opened, onOpened }: BarProps) {
  const closes = ids.length > MANY || ids.every((id) => opened.has(id));
  return (
    <Group gap="xs" justify="space-between" className={classes.bar}>
      <Text size="xs" c="dimmed">
        {[texts.count(ids.length), ...bounds].join(', ')}
      </Text>
      {!inDialog && ids.length > 1 && (ids.length <= MANY || opened.size > 0) && (
        <Button
          variant="subtle"
          size="compact-xs"
          color="gray"
          onClick={() => onOpened(closes ? new Set() : new Set(ids))}
        >
          {closes ? texts.closeAll : texts.openAll}
        </Button>
      )}
    </Group>
  );
}

function Deck(props: DeckProps) {
  const { control, labelId, name, definition, readOnly, schema } = props;
  const form = useForm();
  const path = pathIn(form, name);
  const addId = `${controlId(path)}-add`;
  const ids = useDraft(form.store, (draft) => Object.keys(asObject(shownValue(draft, name))), sameTexts);
  const actions = useFocusedActions(props, ids, path, addId);
  const layout = useMemo(
    () => deckLayout(definition, schema, form.fields),
    [definition, schema, form.fields],
  );
  const inDialog = layout.dialog !== undefined;
  const { opened, setOpened, toggle, show } = useOpened(name, path, inDialog);
  const { min, max } = deckBounds(definition);
  const locked = control.disabled || readOnly || form.locked;
  const full = ids.length >= max;
  const shared = {
    ...{ first: firstPlace(ids), count: ids.length, ids, property: name, definition, schema },
    ...{ layout, actions, locked, full, onToggle: toggle, onShow: show },
  };
  const inView = ids.find((id) => opened.has(id));
  const bounds = [min > 0 ? texts.least(min) : '', Number.isFinite(max) ? texts.full(max) : ''].filter(
    (text) => text !== '',
  );
  return (
    <GroupControl control={control} role="group" labelId={labelId}>
      <div className={classes.deck}>
        {ids.length > 0 && <Bar {...{ ids, bounds, inDialog, opened }} onOpened={setOpened} />}
        <Items ids={ids} labelId={labelId} shared={shared} opened={opened} />
        {layout.dialog !== undefined && inView !== undefined && (
          <ItemDialog
            {...{ id: inView, ids, property: name, definition, schema, locked }}
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
        <Button
          id={addId}
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={16} />}
          disabled={locked || full}
          title={full ? texts.full(max) : undefined}
          className={classes.add}
          onClick={() => show(actions.add())}
        >
          {texts.add(labelOf(schema.id, undefined).toLowerCase())}
        </Button>
      </div>
    </GroupControl>
  );
}
