/** The list as a board: a column for each value of a choice. Cards are moved by dragging, by keys and from their menu. */
import { DndContext, DragOverlay, PointerSensor, pointerWithin, useSensor, useSensors } from '@dnd-kit/core';
import { Menu } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import type { SchemaDefinition } from '#contract/schemas';
import type { JsonObject } from '#contract/values';
import type { ListView } from '../../../api/list-request';
import { isWritable } from '../../../lists/arrangement';
import { boardColumns, type BoardColumn as Column } from '../../../lists/board';
import { cardColumns, imageProperties, rankedColumns } from '../../../lists/card';
import type { FilterProperty } from '../../../lists/filter/questions';
import { useAnnounce } from '../../../ui/Announcer';
import { titleOf } from '../../../ui/title-of';
import { RowMenu } from '../RowMenu';
import type { Columns } from '../useColumns';
import type { OpenedAt } from '../useRows';
import { useValueChange } from '../useValueChange';
import { BoardColumn } from './BoardColumn';
import classes from './board.module.css';

const texts = {
  moveTo: 'Move to',
  moved: (title: string, column: string) => `“${title}” moved to ${column}.`,
  viewer: 'Open the object to suggest a change.',
  fixed: (label: string) => `${label} cannot be changed here.`,
};

/** Values a card of a board has room for. */
const VALUES = 2;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const FINE = { activationConstraint: { distance: 6 } };

interface Dragged {
  object: JsonObject;
  from: string;
}

function draggedIn(data: Record<string, unknown> | undefined): Dragged | undefined {
  const { object, from } = data ?? {};
  return isObject(object) && typeof from === 'string' ? { object, from } : undefined;
}

interface Props {
  label: string;
  collection: string;
  schema: SchemaDefinition;
  by: FilterProperty;
  columns: Columns;
  request: ListView;
  search: string;
  edits: boolean;
  onOpen: (id: string, index: number, to?: OpenedAt) => void;
  onDelete: (object: JsonObject) => void;
  menu: (object: JsonObject, index: number, within?: ListView) => ReactNode;
}

export function Board(props: Props) {
  const { label, collection, schema, by, columns, request, edits } = props;
  const parts = useMemo(() => boardColumns(by, request), [by, request]);
  const shown = useMemo(() => {
    const given = columns.chosen ? columns.shown : rankedColumns(columns.all);
    const { flags, values } = cardColumns(given, [by.name, ...imageProperties(schema)]);
    return { flags, values: values.slice(0, VALUES) };
  }, [columns, by, schema]);
  const { pending, set } = useValueChange(collection);
  const [menu, setMenu] = useState<{ object: JsonObject; index: number; column: Column; at: DOMRect }>();
  const [dragged, setDragged] = useState<Dragged>();
  /** The object that takes the focus once its new column shows it. */
  const [wanted, setWanted] = useState<string>();
  const onWanted = useCallback(() => setWanted(undefined), []);
  const board = useRef<HTMLElement>(null);
  const announce = useAnnounce();
  const sensors = useSensors(useSensor(PointerSensor, FINE));
  const movable = edits && isWritable(by);

  const move = async (object: JsonObject, to: Column, focus: boolean) => {
    if (!movable || to.value === undefined || pending.has(String(object.id))) return;
    const done = texts.moved(titleOf(object), to.label);
    const written = await set({ object, name: by.name, label: by.label, value: to.value, done });
    if (!written) return;
    announce(done);
    if (focus) setWanted(String(object.id));
  };
  /** A card that keys move; the next column that takes it. */
  const step = (object: JsonObject, from: string, side: -1 | 1) => {
    if (!movable) return announce(edits ? texts.fixed(by.label) : texts.viewer);
    const at = parts.findIndex(({ key }) => key === from);
    for (let n = at + side; parts[n]; n += side) {
      const to = parts[n];
      if (to && to.value !== undefined) return void move(object, to, true);
    }
  };
  const targets = menu
    ? parts.filter(({ key, value }) => key !== menu.column.key && value !== undefined)
    : [];
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={pointerWithin}
      onDragStart={({ active }) => setDragged(draggedIn(active.data.current))}
      onDragCancel={() => setDragged(undefined)}
      onDragEnd={({ active, over }) => {
        const card = draggedIn(active.data.current);
        const to = parts.find(({ key }) => key === over?.id);
        setDragged(undefined);
        if (card && to && to.key !== card.from) void move(card.object, to, false);
      }}
    >
      <section ref={board} className={classes.board} aria-label={label} data-board>
        {parts.map((column) => (
          <BoardColumn
            key={column.key}
            {...{ collection, column, board, pending, movable, wanted, columns: shown, search: props.search }}
            onWanted={onWanted}
            onStep={(object, side) => step(object, column.key, side)}
            onOpen={(id, index) => props.onOpen(id, index, { within: column.view })}
            onDelete={props.onDelete}
            onMenu={(object, index, where) => setMenu({ object, index, column, at: where })}
          />
        ))}
      </section>
      <DragOverlay dropAnimation={null}>
        {dragged && <div className={`dragged ${classes.dragged}`}>{titleOf(dragged.object)}</div>}
      </DragOverlay>
      <RowMenu at={menu?.at} onClose={() => setMenu(undefined)}>
        {menu && movable && (
          <>
            <Menu.Label>{texts.moveTo}</Menu.Label>
            {targets.map((to) => (
              <Menu.Item
                key={to.key}
                leftSection={<IconArrowRight size={16} />}
                onClick={() => void move(menu.object, to, true)}
              >
                {to.label}
              </Menu.Item>
            ))}
            <Menu.Divider />
          </>
        )}
        {menu && props.menu(menu.object, menu.index, menu.column.view)}
      </RowMenu>
    </DndContext>
  );
}
