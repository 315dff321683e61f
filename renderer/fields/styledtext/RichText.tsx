import { RichTextEditor } from '@mantine/tiptap';
import '@mantine/tiptap/styles.css';
import type { Node as DocumentNode } from '@tiptap/pm/model';
import { type Editor, getSchema, useEditor } from '@tiptap/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { FieldProps } from '../kind';
import { describedBy } from '../parts/ControlWrapper';
import { flag, numberSetting } from '../settings';
import { htmlOf, readHtml } from './document';
import { EditorContext, type HtmlPiece } from './editor-context';
import { extensionsFor } from './extensions';
import { HtmlDialog } from './HtmlDialog';
import { replaceHtml } from './html-edits';
import { LinkPopover } from './LinkControl';
import { PasteNotice } from './PasteNotice';
import classes from './styledtext.module.css';
import { Toolbar } from './Toolbar';
import { useCopies } from './useCopies';
import { useEmbeds } from './useEmbeds';
import { usePasting } from './usePasting';
import { useRovingFocus } from './useRovingFocus';
import { WordCount } from './WordCount';

interface Props {
  field: FieldProps;
  html: string;
  onSource(): void;
}

/** Attributes of the element that is written in. */
function attributesOf({ control, labelId, readOnly, required, invalid, placeholder, dir }: FieldProps) {
  const described = describedBy({ ...control, id: `${control.id}-html` });
  return {
    id: control.id,
    role: 'textbox',
    dir: dir ?? 'auto',
    'aria-multiline': 'true',
    'aria-labelledby': labelId,
    ...(described === undefined ? {} : { 'aria-describedby': described }),
    ...(invalid ? { 'aria-invalid': 'true' } : {}),
    ...(required ? { 'aria-required': 'true' } : {}),
    ...(readOnly || control.disabled ? { 'aria-readonly': 'true' } : {}),
    ...(placeholder === undefined ? {} : { 'data-placeholder': placeholder }),
  };
}

/** The visual editor. It reports HTML only after a change; a change taken back gives the stored text again, to the byte. */
export function RichText({ field, html, onSource }: Props) {
  const { control, definition, readOnly, invalid, onChange } = field;
  const locked = readOnly || control.disabled;
  const own = useRef<Editor>(null);
  const [linking, setLinking] = useState(false);
  const [piece, setPiece] = useState<HtmlPiece>();
  const focus = useRovingFocus(() => own.current?.commands.focus());
  const enter = useRef(focus.enter);
  enter.current = focus.enter;
  const extensions = useMemo(
    () => extensionsFor({ onLink: () => setLinking(true), onToolbar: () => enter.current() }),
    [],
  );
  const [start] = useState(() => readHtml(html, getSchema(extensions)).toJSON());
  const origin = useRef<{ html: string; document: DocumentNode } | undefined>(undefined);
  const reported = useRef(html);
  const attributes = attributesOf(field);
  const embeds = useEmbeds(field.name);
  const embedding = useRef(embeds);
  embedding.current = embeds;
  const copies = useCopies(field.name);
  const pasting = usePasting(own, flag(definition, 'pasteAsPlainText'));
  /** Takes files that were pasted or dropped; text beside them (a table from a spreadsheet) comes as text. */
  function takeFiles(transfer: DataTransfer | null, at?: number): boolean {
    const files = [...(transfer?.files ?? [])];
    const textual = transfer?.types.includes('text/html') || transfer?.types.includes('text/plain');
    if (own.current === null || files.length === 0 || textual || !embedding.current.enabled || locked)
      return false;
    void embedding.current.add(own.current, files, at === undefined ? {} : { at });
    return true;
  }
  /** The caret stays clear of what sticks to the top of the page: its head, and the toolbar below it. */
  const [clear] = useState(() => ({
    right: 5,
    bottom: 24,
    left: 5,
    get top() {
      const bar = focus.ref.current;
      return bar === null ? 0 : (Number.parseFloat(getComputedStyle(bar).top) || 0) + bar.offsetHeight + 5;
    },
  }));
  const editor = useEditor({
    extensions,
    content: start,
    editable: !locked,
    editorProps: {
      attributes,
      scrollThreshold: clear,
      scrollMargin: clear,
      transformPastedHTML: pasting.props.transformPastedHTML,
      handlePaste: (view, event, slice) =>
        takeFiles(event.clipboardData) || pasting.props.handlePaste.call(undefined, view, event, slice),
      handleDrop: (view, event, _slice, moved) => {
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos;
        return !moved && takeFiles(event.dataTransfer, at);
      },
    },
    onCreate: ({ editor: created }) => {
      own.current = created;
      origin.current = { html, document: created.state.doc };
    },
    onUpdate: ({ editor: changed }) => {
      const document = changed.state.doc;
      const next =
        origin.current !== undefined && document.eq(origin.current.document)
          ? origin.current.html
          : htmlOf(document);
      if (next === reported.current) return;
      reported.current = next;
      onChange(next);
    },
  });

  // Text from elsewhere (revert, reload) replaces the document.
  useEffect(() => {
    if (html === reported.current) return;
    reported.current = html;
    editor.commands.setContent(readHtml(html, editor.schema), { emitUpdate: false });
    origin.current = { html, document: editor.state.doc };
  }, [html, editor]);

  const wiring = JSON.stringify(attributes);
  useEffect(() => {
    editor.setOptions({
      editable: !locked,
      editorProps: { ...editor.options.editorProps, attributes: JSON.parse(wiring) },
    });
  }, [editor, locked, wiring]);

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
            className={classes.content}
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
