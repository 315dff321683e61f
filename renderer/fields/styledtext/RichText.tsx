import '@mantine/tiptap/styles.css';
import { UnstyledButton } from '@mantine/core';
import { RichTextEditor, type RichTextEditorLabels } from '@mantine/tiptap';
import { IconPhotoEdit } from '@tabler/icons-react';
import { type Node as DocumentNode, Fragment } from '@tiptap/pm/model';
import { type Editor, useEditorState } from '@tiptap/react';
import { useRef, useState } from 'react';
import { embedHostsOf } from '#contract/embeds';
import { t } from '../../t';
import { counted } from '../../ui/format';
import type { FieldProps } from '../kind';
import { flag, numberSetting } from '../settings';
import { AtCaret } from './AtCaret';
import content from './content.module.css';
import { readHtml } from './document';
import { EditorContext, type HtmlPiece, type Panel } from './editor-context';
import { FindBar } from './find/FindBar';
import { HtmlDialog } from './HtmlDialog';
import { BrokenLinks } from './links/BrokenLinks';
import { MissingImages } from './MissingImages';
import { blockItems } from './menus/block-items';
import { isMissing } from './missing-images';
import { PasteNotice } from './PasteNotice';
import { balanced } from './source-pieces';
import classes from './styledtext.module.css';
import { levelsOf, Toolbar } from './Toolbar';
import { useCopies } from './useCopies';
import { useEmbeds } from './useEmbeds';
import { useFocusMode } from './useFocusMode';
import { usePasting } from './usePasting';
import { useRichText } from './useRichText';
import { useRovingFocus } from './useRovingFocus';
import { useSoughtImages } from './useSoughtImages';
import { WordCount } from './WordCount';

/** What the editor makes of changed HTML in the place of a node: what it knows can be edited as text from then on. */
function contentFor(node: DocumentNode, html: string): Fragment {
  const { content } = readHtml(html, node.type.schema);
  if (!node.isInline) return content;
  const [only] = content.content;
  const isLine = content.childCount === 1 && only?.type.name === 'paragraph' && only.attrs.kept === null;
  return isLine ? only.content : Fragment.from(node.type.create({ html: balanced(html) }, null, node.marks));
}

/** Puts changed HTML in the place of a piece; without any HTML the piece goes. False when it is no longer there. */
function replaceHtml(editor: Editor, { at, html: was }: HtmlPiece, html: string): boolean {
  const { state, view } = editor;
  const node = state.doc.nodeAt(at);
  if (node?.attrs.html !== was) return false;
  if (html === was) return true;
  const content = html.trim() === '' ? Fragment.empty : contentFor(node, html);
  view.dispatch(state.tr.replaceWith(at, at + node.nodeSize, content).scrollIntoView());
  return true;
}

/** How the component library shows its editor: without styles of its own, its buttons called as ours. */
const labels: Partial<RichTextEditorLabels> = t({
  boldControlLabel: 'Bold',
  italicControlLabel: 'Italic',
  underlineControlLabel: 'Underline',
  strikeControlLabel: 'Strikethrough',
  highlightControlLabel: 'Highlight text',
  subscriptControlLabel: 'Subscript',
  superscriptControlLabel: 'Superscript',
  clearFormattingControlLabel: 'Clear formatting',
  codeControlLabel: 'Code',
  codeBlockControlLabel: 'Code block',
  h1ControlLabel: 'Heading 1',
  h2ControlLabel: 'Heading 2',
  h3ControlLabel: 'Heading 3',
  h4ControlLabel: 'Heading 4',
  h5ControlLabel: 'Heading 5',
  h6ControlLabel: 'Heading 6',
  blockquoteControlLabel: 'Blockquote',
  bulletListControlLabel: 'Bullet list',
  orderedListControlLabel: 'Ordered list',
  hrControlLabel: 'Horizontal line',
  undoControlLabel: 'Undo',
  redoControlLabel: 'Redo',
});

const EDITOR_PROPS = { labels, withTypographyStyles: false };

const texts = {
  count: (count: number) => `${counted(count, 'image', 'images')} without alternative text`,
  next: 'Go to the next image without alternative text',
};

/** How many images of a text have no alternative text; leads from one to the next, to write it. */
function UndescribedImages({ editor, onFound }: { editor: Editor; onFound(): void }) {
  // An empty alternative text says that the image is decorative.
  const { count, showNext } = useSoughtImages(editor, ({ alt, src }) => alt === null && !isMissing(src));
  if (count === 0) return null;
  return (
    <UnstyledButton
      className={classes.undescribed}
      title={texts.next}
      onClick={() => {
        showNext();
        onFound();
      }}
    >
      <IconPhotoEdit size={14} aria-hidden="true" /> {texts.count(count)}
    </UnstyledButton>
  );
}

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
