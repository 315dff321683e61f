import { Menu } from '@mantine/core';
import { RichTextEditor } from '@mantine/tiptap';
import { IconCheck, IconMinus, IconPlayerPlay, IconPlus, IconSuperscript } from '@tabler/icons-react';
import { type Editor, useEditorState } from '@tiptap/react';
import { CALLOUTS, calloutAt, removeCallout, setCallout } from './blocks/callout';
import { insertFootnote } from './blocks/footnotes';
import classes from './styledtext.module.css';

const texts = {
  control: 'Insert',
  embed: 'Embed…',
  footnote: 'Footnote',
  divider: 'Divider',
  callout: 'Callout',
  remove: 'Remove callout',
};

interface Props {
  editor: Editor;
  disabled: boolean;
  onEmbed(): void;
}

/** What has no control of its own: embeds, footnotes, dividers and callouts. */
export function InsertMenu({ editor, disabled, onEmbed }: Props) {
  const kind = useEditorState({ editor, selector: ({ editor: now }) => calloutAt(now)?.kind });
  return (
    <Menu position="bottom-start" shadow="md" returnFocus={false}>
      <Menu.Target>
        <RichTextEditor.Control aria-label={texts.control} title={texts.control} disabled={disabled}>
          <IconPlus size={16} stroke={1.6} />
        </RichTextEditor.Control>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu ?? ''}>
        <Menu.Item leftSection={<IconPlayerPlay size={15} />} onClick={onEmbed}>
          {texts.embed}
        </Menu.Item>
        <Menu.Item leftSection={<IconSuperscript size={15} />} onClick={() => insertFootnote(editor)}>
          {texts.footnote}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconMinus size={15} />}
          onClick={() => editor.chain().focus().setHorizontalRule().run()}
        >
          {texts.divider}
        </Menu.Item>
        <Menu.Label>{texts.callout}</Menu.Label>
        {CALLOUTS.map((one) => (
          <Menu.Item
            key={one.kind}
            rightSection={kind === one.kind ? <IconCheck size={14} /> : undefined}
            onClick={() => setCallout(editor, one.kind)}
          >
            {one.label}
          </Menu.Item>
        ))}
        {kind !== undefined && <Menu.Item onClick={() => removeCallout(editor)}>{texts.remove}</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  );
}
