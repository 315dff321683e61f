import { RichTextEditor } from '@mantine/tiptap';
import '@mantine/tiptap/styles.css';
import { type Editor, useEditorState } from '@tiptap/react';
import { useRef, useState } from 'react';
import { embedHostsOf } from '#contract/embeds';
import type { FieldProps } from '../kind';
import { flag, numberSetting } from '../settings';
import { AtCaret } from './AtCaret';
import content from './content.module.css';
import { EditorContext, type HtmlPiece, type Panel } from './editor-context';
import { EDITOR_PROPS } from './editor-props';
import { FindBar } from './find/FindBar';
import { HtmlDialog } from './HtmlDialog';
import { replaceHtml } from './html-edits';
import { BrokenLinks } from './links/BrokenLinks';
import { MissingImages } from './MissingImages';
import { blockItems } from './menus/block-items';
import { PasteNotice } from './PasteNotice';
import classes from './styledtext.module.css';
import { levelsOf, Toolbar } from './Toolbar';
import { UndescribedImages } from './UndescribedImages';
import { useCopies } from './useCopies';
import { useEmbeds } from './useEmbeds';
import { useFocusMode } from './useFocusMode';
import { usePasting } from './usePasting';
import { useRichText } from './useRichText';
import { useRovingFocus } from './useRovingFocus';
import { WordCount } from './WordCount';

interface Props {
  field: FieldProps;
  html: string;
  onSource(): void;
}

/** With more blocks than this, or more letters of HTML, those out of sight are not laid out. */
const LONG = { blocks: 200, html: 100_000 };

interface ContentProps {
  editor: Editor;
  html: string;
  isBounded: boolean;
}

function Content({ editor, html, isBounded }: ContentProps) {
  const hasMany = useEditorState({
    editor,
    selector: ({ editor: now }) => now.state.doc.childCount > LONG.blocks,
  });
  // The letters are known before the editor has drawn its first block.
  const isLong = hasMany || html.length > LONG.html;
  return (
    <RichTextEditor.Content
      className={content.content}
      data-bounded={isBounded || undefined}
      data-long={isLong || undefined}
    />
  );
}

interface FootProps {
  editor: Editor;
  definition: FieldProps['definition'];
  locked: boolean;
  onPanel(panel: Panel): void;
}

/** What the text lacks, and its length. */
function Foot({ editor, definition, locked, onPanel }: FootProps) {
  return (
    <div className={classes.foot}>
      <BrokenLinks editor={editor} />
      <MissingImages editor={editor} />
      {!locked && <UndescribedImages editor={editor} onFound={() => onPanel('image')} />}
      {flag(definition, 'wordCounterCount', true) && (
        <WordCount
          editor={editor}
          maxWords={numberSetting(definition, 'wordCounterMax')}
          maxCharacters={numberSetting(definition, 'charCounterMax')}
        />
      )}
    </div>
  );
}

/** The visual editor with its toolbar, notices and dialogs. */
export function RichText({ field, html, onSource }: Props) {
  const { control, definition, readOnly, invalid } = field;
  const locked = readOnly || control.disabled;
  const own = useRef<Editor>(null);
  const [panel, setPanel] = useState<Panel>();
  const [piece, setPiece] = useState<HtmlPiece>();
  const focus = useRovingFocus(() => own.current?.commands.focus());
  const mode = useFocusMode();
  const embeds = useEmbeds(field.name);
  const copies = useCopies(field.name);
  const embedHosts = embedHostsOf(definition.settings);
  const levels = levelsOf(field);
  const plain = flag(definition, 'pasteAsPlainText');
  const pasting = usePasting(own, { plain, copies, embedHosts, levels });
  const [slash] = useState(() => ({ id: `${control.id}-blocks`, items: blockItems(levels) }));
  const editor = useRichText({
    field,
    html,
    locked,
    own,
    embeds,
    toolbar: focus.ref,
    pasting,
    slash,
    onPanel: setPanel,
    onFocusMode: mode.toggle,
    onEscape: mode.leave,
    onToolbar: focus.enter,
  });

  const most = numberSetting(definition, 'heightMax');
  const { report } = pasting;
  const closePanel = () => {
    setPanel(undefined);
    editor.commands.focus();
  };
  return (
    <EditorContext value={{ locked, editHtml: setPiece, copies, embedHosts }}>
      <RichTextEditor
        ref={mode.root}
        editor={editor}
        data-focus-mode={mode.isOn || undefined}
        {...EDITOR_PROPS}
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
          panel={panel}
          onPanel={setPanel}
          focus={focus}
          focusMode={mode}
          onSource={onSource}
        />
        {panel === 'find' && <FindBar editor={editor} locked={locked} onClose={closePanel} />}
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
            onText={pasting.pasteAsText}
            onClose={pasting.close}
          />
        )}
        <div className={classes.frame} data-caret-frame>
          <Content editor={editor} html={html} isBounded={most !== undefined} />
          {!locked && <AtCaret {...{ editor, slash, panel }} onPanel={setPanel} onClose={closePanel} />}
        </div>
        <Foot editor={editor} definition={definition} locked={locked} onPanel={setPanel} />
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
