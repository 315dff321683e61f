import { Menu } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconCopy, IconGripVertical, IconTrash } from '@tabler/icons-react';
import type { Editor } from '@tiptap/react';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { blockActions } from '../blocks/move';
import classes from './menus.module.css';

const texts = {
  handle: 'Move or change the block',
  up: 'Move up',
  down: 'Move down',
  duplicate: 'Duplicate',
  remove: 'Delete',
};

interface Place {
  /** Where the block begins. */
  at: number;
  top: number;
}

/** The block beside a height of the window: of the text, or an item of a list. */
function blockBeside({ view }: Editor, y: number): Place | undefined {
  const frame = view.dom.closest('[data-caret-frame]')?.getBoundingClientRect();
  const text = view.dom.getBoundingClientRect();
  const found = view.posAtCoords({ left: text.left + text.width / 2, top: y });
  if (found === null || frame === undefined) return undefined;
  const $at = view.state.doc.resolve(found.inside === -1 ? found.pos : found.inside);
  let at = $at.depth === 0 ? $at.pos : $at.before(1);
  for (let depth = $at.depth; depth > 0; depth--) {
    if ($at.node(depth).type.name !== 'listItem') continue;
    at = $at.before(depth);
    break;
  }
  const dom = view.nodeDOM(at);
  if (!(dom instanceof HTMLElement)) return undefined;
  const box = dom.getBoundingClientRect();
  const line = Number.parseFloat(getComputedStyle(dom).lineHeight) || 24;
  return { at, top: box.top - frame.top + Math.min(box.height, line) / 2 - 12 };
}

/** Selects the block, and gives its content to a drag. */
function startDrag(event: DragEvent, { view, state }: Editor): void {
  const slice = state.selection.content();
  const { dom, text } = view.serializeForClipboard(slice);
  event.dataTransfer.clearData();
  event.dataTransfer.setData('text/html', dom.innerHTML);
  event.dataTransfer.setData('text/plain', text);
  event.dataTransfer.effectAllowed = 'copyMove';
  const shown = view.nodeDOM(state.selection.from);
  if (shown instanceof Element) event.dataTransfer.setDragImage(shown, 0, 0);
  view.dragging = { slice, move: true };
}

/** A handle beside the block under the pointer: dragged, or clicked for a menu. By keyboard: Alt+Shift and an arrow. */
export function BlockHandle({ editor }: { editor: Editor }) {
  const [place, setPlace] = useState<Place>();
  const [opened, setOpened] = useState(false);
  const held = useRef(false);
  held.current = opened;

  useEffect(() => {
    const frame = editor.view.dom.closest<HTMLElement>('[data-caret-frame]');
    if (frame === null) return;
    const move = ({ clientY, buttons }: PointerEvent) => {
      if (held.current || buttons !== 0) return;
      const next = blockBeside(editor, clientY);
      setPlace((last) => (last?.at === next?.at && last?.top === next?.top ? last : next));
    };
    const leave = () => !held.current && setPlace(undefined);
    frame.addEventListener('pointermove', move);
    frame.addEventListener('pointerleave', leave);
    editor.on('update', leave);
    return () => {
      frame.removeEventListener('pointermove', move);
      frame.removeEventListener('pointerleave', leave);
      editor.off('update', leave);
    };
  }, [editor]);

  if (place === undefined) return null;
  const select = () => editor.commands.setNodeSelection(place.at);
  const item = (label: string, Icon: typeof IconCopy, act: (editor: Editor) => void) => (
    <Menu.Item leftSection={<Icon size={15} />} onClick={() => act(editor)}>
      {label}
    </Menu.Item>
  );
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-start" shadow="md" returnFocus={false}>
      <Menu.Target>
        <button
          type="button"
          className={classes.handle}
          style={{ top: place.top }}
          tabIndex={-1}
          draggable
          aria-label={texts.handle}
          title={texts.handle}
          onMouseDown={select}
          onDragStart={(event) => startDrag(event, editor)}
        >
          <IconGripVertical size={16} stroke={1.6} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {item(texts.up, IconArrowUp, blockActions.up)}
        {item(texts.down, IconArrowDown, blockActions.down)}
        {item(texts.duplicate, IconCopy, blockActions.duplicate)}
        {item(texts.remove, IconTrash, blockActions.remove)}
      </Menu.Dropdown>
    </Menu>
  );
}
