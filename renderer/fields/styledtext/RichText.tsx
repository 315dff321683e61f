import { RichTextEditor } from '@mantine/tiptap';
import '@mantine/tiptap/styles.css';
import { IconSourceCode } from '@tabler/icons-react';
import type { Node as DocumentNode } from '@tiptap/pm/model';
import { type Editor, useEditor } from '@tiptap/react';
import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react';
import type { FieldProps } from '../kind';
import { describedBy } from '../parts/ControlWrapper';
import { flag, numberSetting, setting } from '../settings';
import { htmlOf } from './document';
import { extensionsFor } from './extensions';
import { ImageControl } from './ImageControl';
import { LinkControl } from './LinkControl';
import { cleanPaste } from './paste';
import classes from './styledtext.module.css';
import { useEmbeds } from './useEmbeds';
import { WordCount } from './WordCount';

interface Props {
  field: FieldProps;
  html: string;
  onSource(): void;
}

/** Heading levels of the toolbar; the text may hold others. */
function levelsOf({ definition }: FieldProps): number[] {
  const levels = setting(definition, 'headingLevels');
  const wanted = Array.isArray(levels) ? levels.map(Number) : [2, 3, 4];
  return wanted.filter((level) => Number.isInteger(level) && level >= 1 && level <= 6);
}

const HEADINGS = [
  RichTextEditor.H1,
  RichTextEditor.H2,
  RichTextEditor.H3,
  RichTextEditor.H4,
  RichTextEditor.H5,
  RichTextEditor.H6,
];

/** Code inside a line and a block of code look alike in Mantine. */
const BlockIcon = (props: { style: CSSProperties }) => <IconSourceCode {...props} stroke={1.6} />;

/** The visual editor. It reports HTML only after a change; a change taken back gives the stored text again, to the byte. */
export function RichText({ field, html, onSource }: Props) {
  const { control, labelId, definition, readOnly, required, invalid, placeholder, onChange } = field;
  const locked = readOnly || control.disabled;
  const [linking, setLinking] = useState(false);
  const extensions = useMemo(() => extensionsFor(() => setLinking(true)), []);
  const origin = useRef<{ html: string; document: DocumentNode } | undefined>(undefined);
  const reported = useRef(html);
  const attributes = {
    id: control.id,
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-labelledby': labelId,
    ...(describedBy({ ...control, id: `${control.id}-html` }) === undefined
      ? {}
      : { 'aria-describedby': describedBy({ ...control, id: `${control.id}-html` }) ?? '' }),
    ...(invalid ? { 'aria-invalid': 'true' } : {}),
    ...(required ? { 'aria-required': 'true' } : {}),
    ...(locked ? { 'aria-readonly': 'true' } : {}),
    ...(placeholder === undefined ? {} : { 'data-placeholder': placeholder }),
  };
  const plain = flag(definition, 'pasteAsPlainText');
  const embeds = useEmbeds(field.name);
  const embedding = useRef(embeds);
  embedding.current = embeds;
  const own = useRef<Editor>(null);
  /** Takes files that were pasted or dropped; text beside them (a table from a spreadsheet) comes as text. */
  function takeFiles(transfer: DataTransfer | null, at?: number): boolean {
    const files = [...(transfer?.files ?? [])];
    const textual = transfer?.types.includes('text/html') || transfer?.types.includes('text/plain');
    if (own.current === null || files.length === 0 || textual || !embedding.current.enabled || locked)
      return false;
    void embedding.current.add(own.current, files, at === undefined ? {} : { at });
    return true;
  }
  const editor = useEditor({
    extensions,
    content: html,
    editable: !locked,
    editorProps: {
      attributes,
      transformPastedHTML: cleanPaste,
      handlePaste: (view, event) => {
        if (takeFiles(event.clipboardData)) return true;
        const text = plain ? event.clipboardData?.getData('text/plain') : undefined;
        return text === undefined || text === '' ? false : view.pasteText(text);
      },
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
    editor.commands.setContent(html, { emitUpdate: false });
    origin.current = { html, document: editor.state.doc };
  }, [html, editor]);

  const wiring = JSON.stringify(attributes);
  useEffect(() => {
    editor.setOptions({
      editable: !locked,
      editorProps: { ...editor.options.editorProps, attributes: JSON.parse(wiring) },
    });
  }, [editor, locked, wiring]);

  return (
    <RichTextEditor
      editor={editor}
      withTypographyStyles={false}
      className={classes.editor}
      classNames={{ controlsGroup: classes.group ?? '' }}
      data-invalid={invalid || undefined}
      style={{
        '--least-height': `${numberSetting(definition, 'heightMin') ?? numberSetting(definition, 'height') ?? 160}px`,
        '--most-height': `${numberSetting(definition, 'heightMax') ?? 800}px`,
      }}
    >
      <RichTextEditor.Toolbar className={classes.toolbar} role="toolbar" aria-label="Text formatting">
        <RichTextEditor.ControlsGroup>
          {levelsOf(field).map((level) => {
            const Heading = HEADINGS[level - 1];
            return Heading === undefined ? null : <Heading key={level} disabled={locked} />;
          })}
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Bold disabled={locked} />
          <RichTextEditor.Italic disabled={locked} />
          <RichTextEditor.Underline disabled={locked} />
          <RichTextEditor.Strikethrough disabled={locked} />
          <RichTextEditor.Code disabled={locked} />
          <LinkControl editor={editor} opened={linking} onOpen={setLinking} disabled={locked} />
          <ImageControl editor={editor} embeds={embeds} disabled={locked} />
          <RichTextEditor.ClearFormatting disabled={locked} />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.BulletList disabled={locked} />
          <RichTextEditor.OrderedList disabled={locked} />
          <RichTextEditor.Blockquote disabled={locked} />
          <RichTextEditor.CodeBlock disabled={locked} icon={BlockIcon} />
          <RichTextEditor.Hr disabled={locked} />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Undo disabled={locked} />
          <RichTextEditor.Redo disabled={locked} />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup className={classes.last}>
          <RichTextEditor.Control aria-label="Edit the HTML" title="Edit the HTML" onClick={onSource}>
            <span className={classes.html}>HTML</span>
          </RichTextEditor.Control>
        </RichTextEditor.ControlsGroup>
      </RichTextEditor.Toolbar>
      <RichTextEditor.Content className={classes.content} />
      {flag(definition, 'wordCounterCount', true) && (
        <WordCount
          editor={editor}
          maxWords={numberSetting(definition, 'wordCounterMax')}
          maxCharacters={numberSetting(definition, 'charCounterMax')}
        />
      )}
    </RichTextEditor>
  );
}
