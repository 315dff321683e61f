import { RichTextEditor } from '@mantine/tiptap';
import '@mantine/tiptap/styles.css';
import type { Editor } from '@tiptap/react';
import { useRef, useState } from 'react';
import type { FieldProps } from '../kind';
import { flag, numberSetting } from '../settings';
import content from './content.module.css';
import { EditorContext, type HtmlPiece } from './editor-context';
import { HtmlDialog } from './HtmlDialog';
import { replaceHtml } from './html-edits';
import { LinkPopover } from './LinkControl';
import { PasteNotice } from './PasteNotice';
import classes from './styledtext.module.css';
import { Toolbar } from './Toolbar';
import { useCopies } from './useCopies';
import { useEmbeds } from './useEmbeds';
import { usePasting } from './usePasting';
import { useRichText } from './useRichText';
import { useRovingFocus } from './useRovingFocus';
import { WordCount } from './WordCount';

interface Props {
  field: FieldProps;
  html: string;
  onSource(): void;
}

/** The visual editor with its toolbar, notices and dialogs. */
export function RichText({ field, html, onSource }: Props) {
  const { control, definition, readOnly, invalid } = field;
  const locked = readOnly || control.disabled;
  const own = useRef<Editor>(null);
  const [linking, setLinking] = useState(false);
  const [piece, setPiece] = useState<HtmlPiece>();
  const focus = useRovingFocus(() => own.current?.commands.focus());
  const embeds = useEmbeds(field.name);
  const copies = useCopies(field.name);
  const pasting = usePasting(own, flag(definition, 'pasteAsPlainText'));
  const editor = useRichText({
    ...{ field, html, locked, own, embeds, toolbar: focus.ref, pasting: pasting.props },
    onLink: () => setLinking(true),
    onToolbar: focus.enter,
  });

  const most = numberSetting(definition, 'heightMax');
  const { report } = pasting;
  return (
    <EditorContext value={{ locked, editHtml: setPiece, copies }}>
      <RichTextEditor
        editor={editor}
        withTypographyStyles={false}
        className={classes.editor}
        classNames={{ controlsGroup: classes.group ?? '' }}
        data-invalid={invalid || undefined}
        style={{
          '--least-height': `${numberSetting(definition, 'heightMin') ?? numberSetting(definition, 'height') ?? 160}px`,
          ...(most === undefined ? {} : { '--most-height': `${most}px` }),
        }}
      >
        <Toolbar
          editor={editor}
          field={field}
          locked={locked}
          embeds={embeds}
          linking={linking}
          onLinking={setLinking}
          focus={focus}
          onSource={onSource}
        />
        {report !== undefined && (
          <PasteNotice
            editor={editor}
            report={report}
            canFetch={copies.enabled}
            onFetch={() => {
              void copies.fetch(editor, report.pictures);
              pasting.close();
            }}
            onUndo={pasting.undo}
            onHtml={pasting.pasteAsHtml}
            onClose={pasting.close}
          />
        )}
        <div className={classes.frame} data-link-frame>
          <RichTextEditor.Content
            className={content.content}
            data-bounded={most !== undefined || undefined}
          />
          {!locked && <LinkPopover editor={editor} opened={linking} onOpen={setLinking} />}
        </div>
        {flag(definition, 'wordCounterCount', true) && (
          <WordCount
            editor={editor}
            maxWords={numberSetting(definition, 'wordCounterMax')}
            maxCharacters={numberSetting(definition, 'charCounterMax')}
          />
        )}
      </RichTextEditor>
      {piece !== undefined && (
        <HtmlDialog
          html={piece.html}
          onClose={() => setPiece(undefined)}
          onSave={(next) => {
            replaceHtml(editor, piece, next);
            setPiece(undefined);
          }}
        />
      )}
    </EditorContext>
  );
}
