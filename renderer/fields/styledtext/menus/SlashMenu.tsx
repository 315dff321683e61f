import { Popover } from '@mantine/core';
import { type Editor, useEditorState } from '@tiptap/react';
import { useEffect, useRef } from 'react';
import { caretIn } from '../CaretPopover';
import type { Panel } from '../editor-context';
import caret from '../styledtext.module.css';
import { type BlockItem, filterItems } from './block-items';
import classes from './menus.module.css';
import { closeSlash, runSlash, slashIn } from './slash';

const texts = { label: 'Insert a block' };

interface Props {
  editor: Editor;
  id: string;
  items: readonly BlockItem[];
  onPanel(panel: Panel): void;
}

/** The list of blocks while a slash is typed. The text keeps the focus, and names the selected option. */
export function SlashMenu({ editor, id, items, onPanel }: Props) {
  const slash = useEditorState({ editor, selector: ({ editor: now }) => slashIn(now) });
  const list = useRef<HTMLDivElement>(null);
  const found = slash ? filterItems(items, slash.typed) : [];
  const active = slash?.active;
  useEffect(() => {
    list.current?.querySelector(`[data-at="${active}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <Popover
      opened={slash !== null && found.length > 0}
      onChange={(opened) => !opened && closeSlash(editor)}
      position="bottom-start"
      shadow="md"
      width={240}
      withRoles={false}
    >
      <Popover.Target>
        <span className={caret.caret} style={slash ? caretIn(editor, slash.from) : {}} />
      </Popover.Target>
      <Popover.Dropdown p={4}>
        <div ref={list} id={id} role="listbox" aria-label={texts.label} className={classes.list}>
          {found.map((item, at) => (
            <div
              key={item.label}
              id={`${id}-${at}`}
              data-at={at}
              role="option"
              tabIndex={-1}
              aria-selected={at === active}
              className={classes.option}
              onMouseDown={(event) => {
                event.preventDefault();
                runSlash(editor, item, onPanel);
              }}
            >
              <item.Icon size={16} stroke={1.6} aria-hidden />
              {item.label}
            </div>
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
