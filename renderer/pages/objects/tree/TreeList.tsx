/** The objects of a collection as a tree: each below its parent, level by level as they are opened. */
import { Box, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { JsonObject } from '#contract/values';
import type { Ordering } from '../../../lists/ordering';
import type { TreeBy } from '../../../lists/tree';
import { ListDraftsContext } from '../list-drafts';
import { RowMenu } from '../RowMenu';
import { type RowEvents, rowId } from '../row-events';
import { type Drop, TreeDrags } from './TreeDrags';
import { TreeItems } from './TreeItems';
import { TreeMoreRow, TreeObjectRow } from './TreeRows';
import classes from './tree.module.css';
import { treeKeys } from './tree-keys';
import { isObject, type TreeRow } from './tree-rows';
import { useTree } from './useTree';
import { useTreeMoves } from './useTreeMoves';

const texts = { name: 'Title', below: 'Objects below', actions: 'Actions' };

interface Props {
  collection: string;
  label: string;
  tree: TreeBy;
  ordering: Ordering | undefined;
  edits: boolean;
  onOpen: (id: string) => void;
  onCommand: (command: 'duplicate' | 'delete', object: JsonObject) => void;
  menu: (object: JsonObject) => ReactNode;
}

const keyOf = (row: TreeRow): string => (isObject(row) ? row.object.id : `more ${row.of ?? ''}`);

/** The row the keyboard is on: it stays on its object while rows come and go. */
function useActive(rows: readonly TreeRow[]) {
  const [active, setActive] = useState<{ key: string; index: number }>({ key: '', index: 0 });
  const [byKeyboard, setByKeyboard] = useState(false);
  const found = rows.findIndex((row) => keyOf(row) === active.key);
  const index = found >= 0 ? found : Math.max(0, Math.min(active.index, rows.length - 1));
  const goTo = (wanted: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, wanted));
    const row = rows[next];
    if (row) setActive({ key: keyOf(row), index: next });
    setByKeyboard(true);
    document.getElementById(rowId(next))?.scrollIntoView({ block: 'nearest' });
  };
  return { index, goTo, byKeyboard, setByKeyboard };
}

export default function TreeList(props: Props) {
  const { collection, label, tree, ordering, edits, onOpen, onCommand } = props;
  const { rows, drafts, setOpen, more } = useTree(collection);
  const active = useActive(rows);
  const table = useRef<HTMLTableElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const [menu, setMenu] = useState<{ id: string; at: DOMRect }>();
  const [drop, setDrop] = useState<Drop>();
  const moves = useTreeMoves({
    ...{ collection, tree, ordering, edits, rows },
    onInto: (parent) => setOpen(parent, true),
  });
  useLayoutEffect(() => table.current?.focus({ preventScroll: true }), []);
  const events = useMemo<RowEvents>(
    () => ({
      open: (id) => onOpen(id),
      tick: () => undefined,
      menu: (id, _index, at) => setMenu({ id, at }),
    }),
    [onOpen],
  );
  const onKeyDown = treeKeys({
    ...{ rows, active: active.index, goTo: active.goTo, setOpen },
    onStep: moves.step,
    onUndo: moves.undo,
    onOpen: ({ object }) => onOpen(object.id),
    onMore: more,
    onMenu: (index) => {
      const [row, element] = [rows[index], document.getElementById(rowId(index))];
      if (isObject(row) && element) setMenu({ id: row.object.id, at: element.getBoundingClientRect() });
    },
    onCommand: (command, { object }) => onCommand(command, { id: object.id, title: object.title }),
  });
  const chosen = menu && rows.find((row) => isObject(row) && row.object.id === menu.id);
  const ordered = ordering?.writable === true;
  const { moveTo } = moves;
  return (
    <div ref={scroller} className={classes.scroller}>
      <TreeDrags {...{ scroller, rows, ordered }} onOver={setDrop} onMove={moveTo}>
        <Box
          component="table"
          ref={table}
          role="treegrid"
          aria-label={label}
          aria-activedescendant={rows.length > 0 ? rowId(active.index) : undefined}
          tabIndex={0}
          className={classes.tree}
          data-keyboard={active.byKeyboard || undefined}
          onKeyDown={onKeyDown}
          onPointerDown={() => active.setByKeyboard(false)}
        >
          <VisuallyHidden component="thead" className={classes.head ?? ''}>
            <tr>
              <th scope="col">{texts.name}</th>
              <th scope="col">{texts.below}</th>
              <th scope="col">{texts.actions}</th>
            </tr>
          </VisuallyHidden>
          <ListDraftsContext value={drafts}>
            <tbody className={classes.body}>
              {rows.map((row, index) =>
                isObject(row) ? (
                  <TreeObjectRow
                    key={keyOf(row)}
                    {...{ collection, row, index, events, movable: moveTo !== undefined }}
                    active={index === active.index}
                    drop={drop?.index === index ? drop.where : undefined}
                    onToggle={({ object, open }) => setOpen(object.id, !open)}
                  />
                ) : (
                  <TreeMoreRow
                    key={keyOf(row)}
                    {...{ row, index }}
                    active={index === active.index}
                    onMore={() => more(row.of)}
                  />
                ),
              )}
            </tbody>
          </ListDraftsContext>
        </Box>
      </TreeDrags>
      <RowMenu at={isObject(chosen) ? menu?.at : undefined} onClose={() => setMenu(undefined)}>
        {isObject(chosen) && (
          <>
            {edits && (
              <TreeItems
                {...{ collection, property: tree.name, row: chosen, rows, ordered }}
                movable={moveTo !== undefined}
                onStep={(step) => moves.step(chosen, step)}
              />
            )}
            {props.menu({ id: chosen.object.id, title: chosen.object.title })}
          </>
        )}
      </RowMenu>
    </div>
  );
}
