import { Popover } from '@mantine/core';
import type { Editor } from '@tiptap/react';
import type { CSSProperties, ReactNode } from 'react';
import classes from './styledtext.module.css';

/** A place in the text within the editor's frame; by default where the selection ends. */
export function caretIn(editor: Editor, at = editor.state.selection.to): CSSProperties {
  const frame = editor.view.dom.closest('[data-caret-frame]')?.getBoundingClientRect();
  const { left, top, bottom } = editor.view.coordsAtPos(Math.min(at, editor.state.doc.content.size));
  return frame === undefined ? {} : { left: left - frame.left, top: top - frame.top, height: bottom - top };
}

interface Props {
  editor: Editor;
  opened: boolean;
  label: string;
  width?: number;
  onClose(): void;
  children: ReactNode;
}

/** A form that opens at the cursor. */
export function CaretPopover({ editor, opened, label, width = 320, onClose, children }: Props) {
  return (
    <Popover
      opened={opened}
      onChange={(next) => !next && onClose()}
      trapFocus
      shadow="md"
      width={width}
      position="bottom-start"
      // What it hangs on is a place, no control.
      withRoles={false}
    >
      <Popover.Target>
        <span className={classes.caret} style={opened ? caretIn(editor) : {}} />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={label}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
