import { Button, Checkbox, Group, Popover, Stack, TextInput } from '@mantine/core';
import { RichTextEditor } from '@mantine/tiptap';
import { IconLink } from '@tabler/icons-react';
import { type Editor, useEditorState } from '@tiptap/react';
import { type CSSProperties, type KeyboardEvent, useState } from 'react';
import { wholeAddress } from './address';
import classes from './styledtext.module.css';

interface FormProps {
  editor: Editor;
  onDone(): void;
}

/** Address and target of the link under the cursor; starts from what it is now. */
function LinkForm({ editor, onDone }: FormProps) {
  const [start] = useState(() => editor.getAttributes('link'));
  const [address, setAddress] = useState(typeof start.href === 'string' ? start.href : '');
  const [newWindow, setNewWindow] = useState(start.target === '_blank');
  const linked = typeof start.href === 'string';

  /** The whole link under the cursor, or what is selected. */
  const reach = () =>
    editor.state.selection.empty ? editor.chain().focus().extendMarkRange('link') : editor.chain().focus();

  function save() {
    const href = wholeAddress(address);
    const chain = reach();
    const attributes = { href, target: newWindow ? '_blank' : null, rel: newWindow ? 'noopener' : null };
    if (href === '') chain.unsetLink().run();
    else if (linked || !editor.state.selection.empty) chain.setLink(attributes).run();
    else
      chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: attributes }] }).run();
    onDone();
  }

  function remove() {
    reach().unsetLink().run();
    onDone();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    save();
  }

  return (
    <Stack gap="xs">
      <TextInput
        label="URL"
        placeholder="https://, /page, #part or name@example.org"
        value={address}
        onChange={(event) => setAddress(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        spellCheck={false}
        data-autofocus
      />
      <Checkbox
        label="Open in a new window"
        checked={newWindow}
        onChange={(event) => setNewWindow(event.currentTarget.checked)}
      />
      <Group justify="space-between">
        <Button variant="subtle" color="gray" disabled={!linked} onClick={remove}>
          Remove link
        </Button>
        <Button onClick={save}>Set link</Button>
      </Group>
    </Stack>
  );
}

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
      aria-label="Link"
      title="Link (Ctrl+K)"
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

/** Where the selection ends, within the editor's frame. */
function caretIn(editor: Editor): CSSProperties {
  const frame = editor.view.dom.closest('[data-link-frame]')?.getBoundingClientRect();
  const { left, top, bottom } = editor.view.coordsAtPos(editor.state.selection.to);
  return frame === undefined ? {} : { left: left - frame.left, top: top - frame.top, height: bottom - top };
}

/** The form at the cursor, which Mod+K opens as well. */
export function LinkPopover({ editor, opened, onOpen }: Omit<Props, 'disabled'>) {
  function close() {
    onOpen(false);
    editor.commands.focus();
  }
  return (
    <Popover
      opened={opened}
      onChange={(next) => !next && close()}
      trapFocus
      shadow="md"
      width={320}
      position="bottom-start"
      // What it hangs on is a place, no control.
      withRoles={false}
    >
      <Popover.Target>
        <span className={classes.caret} style={opened ? caretIn(editor) : {}} />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label="Link">
        <LinkForm editor={editor} onDone={close} />
      </Popover.Dropdown>
    </Popover>
  );
}
