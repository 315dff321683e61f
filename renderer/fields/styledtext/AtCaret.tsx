/** What opens beside the caret, the selection, or the block under the pointer. */

import type { Editor } from '@tiptap/react';
import { t } from '../../t';
import { CaretPopover } from './CaretPopover';
import { EmbedForm } from './EmbedForm';
import type { Panel } from './editor-context';
import { LinkPopover } from './links/LinkControl';
import { BlockHandle } from './menus/BlockHandle';
import { BubbleMenu } from './menus/BubbleMenu';
import type { BlockItem } from './menus/block-items';
import { SlashMenu } from './menus/SlashMenu';
import { useMounted } from './useMounted';

interface Props {
  editor: Editor;
  slash: { id: string; items: readonly BlockItem[] };
  panel: Panel | undefined;
  onPanel(panel: Panel): void;
  onClose(): void;
}

export function AtCaret({ editor, slash, panel, onPanel, onClose }: Props) {
  if (!useMounted(editor)) return null;
  return (
    <>
      <SlashMenu editor={editor} {...slash} onPanel={onPanel} />
      <BubbleMenu editor={editor} onPanel={onPanel} />
      <BlockHandle editor={editor} />
      <LinkPopover editor={editor} opened={panel === 'link'} onClose={onClose} />
      <CaretPopover editor={editor} opened={panel === 'embed'} label={t('Embed')} onClose={onClose}>
        <EmbedForm editor={editor} onDone={onClose} />
      </CaretPopover>
    </>
  );
}
