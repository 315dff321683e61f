import { UnstyledButton } from '@mantine/core';
import { IconLinkOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Node as DocumentNode } from '@tiptap/pm/model';
import { type Editor, useEditorState } from '@tiptap/react';
import { useEffect, useMemo, useState } from 'react';
import { missingAddressesQuery } from '../../../api/references';
import { counted } from '../../../ui/format';
import { PerBlock } from '../per-block';
import { addressesIn, brokenIn, markBroken, showNextBroken } from './broken-links';
import classes from './links.module.css';

const texts = {
  count: (count: number) => counted(count, 'broken link', 'broken links'),
  next: 'Go to the next broken link',
};

/** Links are looked up when nothing has been typed for so long, in milliseconds. */
const PAUSE = 600;

/** The document, some time after it was changed. */
function useSettledDocument(editor: Editor): DocumentNode {
  const [document, setDocument] = useState(editor.state.doc);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = ({ transaction }: { transaction: { docChanged: boolean } }) => {
      if (!transaction.docChanged) return;
      clearTimeout(timer);
      timer = setTimeout(() => setDocument(editor.state.doc), PAUSE);
    };
    editor.on('transaction', later);
    setDocument(editor.state.doc);
    return () => {
      clearTimeout(timer);
      editor.off('transaction', later);
    };
  }, [editor]);
  return document;
}

/** Has the broken links of a text marked, says how many there are, and leads from one to the next. */
export function BrokenLinks({ editor }: { editor: Editor }) {
  const document = useSettledDocument(editor);
  const [blocks] = useState(() => new PerBlock(addressesIn));
  const addresses = useMemo(
    () =>
      [...new Set(blocks.of(document).flat())].filter((one) => /^(?:\/|https?:|plinth:)/.test(one)).sort(),
    [blocks, document],
  );
  const { data: missing } = useQuery(missingAddressesQuery(addresses));
  useEffect(() => {
    // Also for a document that has changed since: a link may have come back by an undo.
    if (editor.isDestroyed || !document) return;
    const broken = new Set(missing);
    if (broken.size > 0 || brokenIn(editor).length > 0) markBroken(editor, broken);
  }, [editor, missing, document]);
  const count = useEditorState({ editor, selector: () => brokenIn(editor).length }) ?? 0;
  if (count === 0) return null;
  return (
    <UnstyledButton className={classes.broken} title={texts.next} onClick={() => showNextBroken(editor)}>
      <IconLinkOff size={14} aria-hidden="true" /> {texts.count(count)}
    </UnstyledButton>
  );
}
