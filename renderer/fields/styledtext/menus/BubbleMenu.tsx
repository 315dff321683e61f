import { ActionIcon } from '@mantine/core';
import {
  IconBold,
  IconCode,
  IconHighlight,
  IconItalic,
  IconLink,
  IconStrikethrough,
  type TablerIcon,
} from '@tabler/icons-react';
import { TextSelection } from '@tiptap/pm/state';
import { type Editor, useEditorState } from '@tiptap/react';
import { type CSSProperties, useEffect, useState } from 'react';
import { t } from '../../../t';
import type { Panel } from '../editor-context';
import classes from './menus.module.css';

const texts = { label: 'Format the selection' };

interface Tool {
  name: string;
  label: string;
  Icon: TablerIcon;
  run(editor: Editor): void;
}

const TOOLS: readonly Tool[] = [
  { name: 'bold', label: t('Bold'), Icon: IconBold, run: (editor) => editor.commands.toggleBold() },
  { name: 'italic', label: t('Italic'), Icon: IconItalic, run: (editor) => editor.commands.toggleItalic() },
  {
    name: 'strike',
    label: t('Strikethrough'),
    Icon: IconStrikethrough,
    run: (editor) => editor.commands.toggleStrike(),
  },
  { name: 'code', label: t('Code'), Icon: IconCode, run: (editor) => editor.commands.toggleCode() },
  {
    name: 'highlight',
    label: t('Highlight'),
    Icon: IconHighlight,
    run: (editor) => editor.commands.toggleHighlight(),
  },
];

const HEIGHT = 40;
const WIDTH = 190;

/** Above the selection; below it where there is no room above. */
function placeOf({ view, state }: Editor): CSSProperties {
  const frame = view.dom.closest('[data-caret-frame]')?.getBoundingClientRect();
  if (frame === undefined) return {};
  const { from, to } = state.selection;
  const [start, end] = [view.coordsAtPos(from), view.coordsAtPos(to)];
  const above = start.top - frame.top - HEIGHT;
  const left = Math.min(start.left - frame.left, frame.width - WIDTH);
  return { top: above >= 0 ? above : end.bottom - frame.top + 6, left: Math.max(0, left) };
}

const isTextSelected = ({ state: { selection }, isFocused }: Editor): boolean =>
  isFocused &&
  selection instanceof TextSelection &&
  !selection.empty &&
  !selection.$from.parent.type.spec.code;

/** Formats text that was selected with the pointer. With the keyboard, the toolbar does the same. */
export function BubbleMenu({ editor, onPanel }: { editor: Editor; onPanel(panel: Panel): void }) {
  const [place, setPlace] = useState<CSSProperties>();
  const marks = useEditorState({
    editor,
    selector: ({ editor: now }) =>
      isTextSelected(now)
        ? TOOLS.filter(({ name }) => now.isActive(name))
            .map(({ name }) => name)
            .join()
        : null,
  });
  useEffect(() => {
    const { dom } = editor.view;
    const page = dom.ownerDocument;
    const hide = () => setPlace(undefined);
    // The selection is known after the event.
    const show = () => setTimeout(() => setPlace(isTextSelected(editor) ? placeOf(editor) : undefined));
    const press = () => {
      hide();
      page.addEventListener('pointerup', show, { once: true });
    };
    dom.addEventListener('pointerdown', press);
    dom.addEventListener('keydown', hide);
    return () => {
      dom.removeEventListener('pointerdown', press);
      dom.removeEventListener('keydown', hide);
      page.removeEventListener('pointerup', show);
    };
  }, [editor]);

  if (place === undefined || marks === null) return null;
  const button = (label: string, Icon: TablerIcon, active: boolean, act: () => void) => (
    <ActionIcon
      key={label}
      variant={active ? 'light' : 'subtle'}
      {...(active ? {} : { color: 'gray' })}
      size={28}
      tabIndex={-1}
      aria-label={label}
      aria-pressed={active}
      title={label}
      // The text keeps the focus and its selection.
      onMouseDown={(event) => event.preventDefault()}
      onClick={act}
    >
      <Icon size={16} stroke={1.8} />
    </ActionIcon>
  );
  return (
    <div className={classes.bubble} style={place} role="toolbar" aria-label={texts.label}>
      {TOOLS.map(({ name, label, Icon, run }) =>
        button(label, Icon, marks.split(',').includes(name), () => run(editor)),
      )}
      {button(t('Link'), IconLink, false, () => {
        setPlace(undefined);
        onPanel('link');
      })}
    </div>
  );
}
