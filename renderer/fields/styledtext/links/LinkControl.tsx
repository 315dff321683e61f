import { RichTextEditor } from '@mantine/tiptap';
import { IconLink } from '@tabler/icons-react';
import { type Editor, useEditorState } from '@tiptap/react';
import { t } from '../../../t';
import { useEarlyKeys } from '../../../ui/useEarlyKeys';
import { CaretPopover } from '../CaretPopover';
import { LinkForm } from './LinkForm';

interface Props {
  editor: Editor;
  opened: boolean;
  onOpen(opened: boolean): void;
  disabled: boolean;
}

/** Opens and closes the form of the link under the cursor. */
export function LinkControl({ editor, opened, onOpen, disabled }: Props) {
  const active = useEditorState({ editor, selector: () => editor.isActive('link') });
  return (
    <RichTextEditor.Control
      aria-label={t('Link')}
      title={t('Link (Ctrl+K)')}
      aria-expanded={opened}
      aria-haspopup="dialog"
      active={active ?? false}
      disabled={disabled}
      onClick={() => onOpen(!opened)}
    >
      <IconLink size={16} stroke={1.6} />
    </RichTextEditor.Control>
  );
}

interface PopoverProps {
  editor: Editor;
  opened: boolean;
  onClose(): void;
}

/** The form at the cursor, which Mod+K opens as well. */
export function LinkPopover({ editor, opened, onClose }: PopoverProps) {
  useEarlyKeys(opened);
  return (
    <CaretPopover editor={editor} opened={opened} label={t('Link')} onClose={onClose}>
      <LinkForm editor={editor} onDone={onClose} />
    </CaretPopover>
  );
}
