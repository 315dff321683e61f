import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { Node as DocumentNode } from '@tiptap/pm/model';
import type { Editor } from '@tiptap/react';
import { useEditorState } from '@tiptap/react';
import classes from './styledtext.module.css';

const texts = {
  without: (names: string) => `Removed while pasting: ${names}.`,
  pictures: (count: number) =>
    count === 1
      ? '1 pasted image is hosted on another site.'
      : `${count} pasted images are hosted on other sites.`,
  missing: (count: number) =>
    count === 1
      ? '1 image came without its file. Choose it in the text.'
      : `${count} images came without their files. Choose them in the text.`,
  fetch: (count: number) => (count === 1 ? 'Download a copy' : 'Download copies'),
  markdown: 'Pasted as Markdown.',
  text: 'Paste as text',
  undo: 'Undo',
  html: 'Paste as HTML',
  close: 'Close',
};

/** What the user is told after pasting. */
export interface PasteReport {
  dropped: ReadonlyMap<string, number>;
  /** The HTML as it came. */
  html: string;
  /** The document after it. */
  after: DocumentNode;
  /** How many images came without their bytes. */
  missing: number;
  /** Addresses of pictures on other sites. */
  pictures: readonly string[];
  /** The text that was pasted as Markdown. */
  markdown?: string;
}

interface Props {
  editor: Editor;
  report: PasteReport;
  canFetch: boolean;
  onFetch(): void;
  onUndo(): void;
  onHtml(): void;
  onText(): void;
  onClose(): void;
}

/** Says what was lost in pasting, and offers ways to have it. */
export function PasteNotice({ editor, report, canFetch, onFetch, onUndo, onHtml, onText, onClose }: Props) {
  const { dropped, missing, pictures, after, markdown } = report;
  // Once the text has been changed, undoing would take back the change.
  const untouched = useEditorState({ editor, selector: ({ editor: now }) => now.state.doc.eq(after) });
  const names = [...dropped].map(([name, count]) => `${name} (${count})`).join(', ');
  const button = (label: string, act: () => void, disabled = false) => (
    <Button size="compact-sm" variant="default" onClick={act} disabled={disabled}>
      {label}
    </Button>
  );
  return (
    <div className={classes.pasted} role="status">
      <div className={classes.pastedWords}>
        {markdown !== undefined && <Text size="xs">{texts.markdown}</Text>}
        {dropped.size > 0 && <Text size="xs">{texts.without(names)}</Text>}
        {missing > 0 && <Text size="xs">{texts.missing(missing)}</Text>}
        {pictures.length > 0 && <Text size="xs">{texts.pictures(pictures.length)}</Text>}
      </div>
      <Group gap={6}>
        {pictures.length > 0 && canFetch && button(texts.fetch(pictures.length), onFetch)}
        {(dropped.size > 0 || missing > 0 || markdown !== undefined) &&
          button(texts.undo, onUndo, !untouched)}
        {dropped.size > 0 && markdown === undefined && button(texts.html, onHtml, !untouched)}
        {markdown !== undefined && button(texts.text, onText, !untouched)}
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          aria-label={texts.close}
          title={texts.close}
          onClick={onClose}
        >
          <IconX size={14} />
        </ActionIcon>
      </Group>
    </div>
  );
}
