import { Menu } from '@mantine/core';
import { RichTextEditor } from '@mantine/tiptap';
import {
  IconAlignCenter,
  IconAlignJustified,
  IconAlignLeft,
  IconAlignRight,
  IconCheck,
} from '@tabler/icons-react';
import { type Editor, useEditorState } from '@tiptap/react';
import { t } from '../../t';
import { styleIn, withStyle } from './attributes';

const texts = { control: 'Alignment', none: 'Default' };

const CHOICES = [
  { value: 'left', label: t('Left'), icon: IconAlignLeft },
  { value: 'center', label: t('Center'), icon: IconAlignCenter },
  { value: 'right', label: t('Right'), icon: IconAlignRight },
  { value: 'justify', label: t('Justify'), icon: IconAlignJustified },
] as const;

const ALIGNED: readonly string[] = ['paragraph', 'heading', 'tableCell', 'tableHeader'];

/** Aligns every paragraph and heading the selection touches; without a value they run as their text does. */
function align(editor: Editor, value: string | undefined): void {
  editor
    .chain()
    .focus()
    .command(({ tr, state }) => {
      for (const { $from, $to } of state.selection.ranges) {
        state.doc.nodesBetween($from.pos, $to.pos, (node, at) => {
          if (node.type.name !== 'paragraph' && node.type.name !== 'heading') return;
          tr.setNodeAttribute(at, 'kept', withStyle(node.attrs.kept, 'text-align', value));
        });
      }
      return true;
    })
    .run();
}

/** How the block at the caret is aligned. */
function alignmentAt({ state }: Editor): string | undefined {
  const { $from } = state.selection;
  for (let depth = $from.depth; depth > 0; depth--) {
    const node = $from.node(depth);
    if (!ALIGNED.includes(node.type.name)) continue;
    const found = styleIn(node.attrs.kept, 'text-align');
    if (found !== undefined) return found;
  }
  return undefined;
}

export function AlignMenu({ editor, disabled }: { editor: Editor; disabled: boolean }) {
  const now = useEditorState({ editor, selector: ({ editor: one }) => alignmentAt(one) });
  const Icon = CHOICES.find(({ value }) => value === now)?.icon ?? IconAlignLeft;
  return (
    <Menu position="bottom-start" shadow="md" returnFocus={false}>
      <Menu.Target>
        <RichTextEditor.Control
          aria-label={texts.control}
          title={texts.control}
          active={now !== undefined}
          disabled={disabled}
        >
          <Icon size={16} stroke={1.6} />
        </RichTextEditor.Control>
      </Menu.Target>
      <Menu.Dropdown>
        {CHOICES.map(({ value, label, icon: Choice }) => (
          <Menu.Item
            key={value}
            leftSection={<Choice size={15} />}
            rightSection={now === value ? <IconCheck size={14} /> : undefined}
            onClick={() => align(editor, value)}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Item onClick={() => align(editor, undefined)}>{texts.none}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
