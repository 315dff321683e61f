/** The visual editor of a field, without its tools. */

import { redoDepth, undoDepth } from '@tiptap/pm/history';
import type { EditorView } from '@tiptap/pm/view';
import { type Editor, useEditor } from '@tiptap/react';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { whenIdle } from '../../ui/when-idle';
import type { FieldProps } from '../kind';
import { describedBy } from '../parts/ControlWrapper';
import { writtenIn } from '../parts/written';
import { flag } from '../settings';
import type { HtmlWriter } from './document';
import type { Panel } from './editor-context';
import { extensionsFor } from './extensions';
import type { SlashOptions } from './menus/slash';
import { dropImage, pasteImage } from './places';
import { StoredText } from './stored-text';
import type { useEmbeds } from './useEmbeds';
import { useMounted } from './useMounted';
import type { usePasting } from './usePasting';

/** The first letter typed into a long text must not wait until the HTML of all its blocks is written. */
function useWrittenAhead(editor: Editor, writer: HtmlWriter, isMounted: boolean): void {
  useEffect(() => {
    if (!isMounted) return undefined;
    let stop = () => {};
    const goOn = () => {
      stop = whenIdle((hasTime) => {
        if (!editor.isDestroyed && !writer.ahead(editor.state.doc, hasTime)) goOn();
      });
    };
    goOn();
    return () => stop();
  }, [editor, writer, isMounted]);
}

/**
 * React reads the selection of a focused editable element before each commit, to put it back if the commit takes the
 * focus. It walks through the nodes before the caret for that: in a long text that is most of the work of a letter.
 * The editor keeps its selection itself, so that React is not told that the element is editable.
 */
function keepsOwnSelection(dom: HTMLElement): void {
  // React asks this property. Browsers and the editor go by the attribute.
  Object.defineProperty(dom, 'contentEditable', {
    configurable: true,
    get: () => 'inherit',
    set: (value: string) => dom.setAttribute('contenteditable', value),
  });
}

/**
 * Leaves the keys of undo and redo to the form where the text has no steps of its own left; the editor would use them up
 * otherwise. True: the editor does not handle the key.
 */
function leaveUndo({ state }: EditorView, event: KeyboardEvent): boolean {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return false;
  const key = event.key.toLowerCase();
  if (key === 'y' || (key === 'z' && event.shiftKey)) return redoDepth(state) === 0;
  return key === 'z' && undoDepth(state) === 0;
}

/**
 * Tells the editor of a selection that the browser has set and not reported yet. Browsers report it a moment after a
 * click or a key, and later where the page is busy; ProseMirror takes the next key for the selection before. A key
 * pressed right after a click into the text then deletes or replaces a card that was selected before the click.
 */
function readSelectionNow(dom: Node): void {
  dom.ownerDocument?.dispatchEvent(new Event('selectionchange'));
}

/** Attributes of the element that is written in. */
function attributesOf(field: FieldProps) {
  const { control, labelId, readOnly, required, invalid, placeholder } = field;
  const described = describedBy({ ...control, id: `${control.id}-html` });
  return {
    id: control.id,
    role: 'textbox',
    ...writtenIn(field),
    'aria-multiline': 'true',
    'aria-labelledby': labelId,
    ...(described === undefined ? {} : { 'aria-describedby': described }),
    ...(invalid ? { 'aria-invalid': 'true' } : {}),
    ...(required ? { 'aria-required': 'true' } : {}),
    ...(readOnly || control.disabled ? { 'aria-readonly': 'true' } : {}),
    ...(placeholder === undefined ? {} : { 'data-placeholder': placeholder }),
  };
}

/** The caret stays clear of what sticks to the top of the page: its head, and the toolbar below it. */
const clearOf = (toolbar: RefObject<HTMLElement | null>) => ({
  right: 5,
  bottom: 24,
  left: 5,
  get top() {
    const bar = toolbar.current;
    return bar === null ? 0 : (Number.parseFloat(getComputedStyle(bar).top) || 0) + bar.offsetHeight + 5;
  },
});

interface Wiring {
  field: FieldProps;
  html: string;
  locked: boolean;
  /** The editor once it is made. */
  own: RefObject<Editor | null>;
  toolbar: RefObject<HTMLElement | null>;
  embeds: ReturnType<typeof useEmbeds>;
  pasting: ReturnType<typeof usePasting>;
  slash: Omit<SlashOptions, 'open'>;
  onPanel(panel: Panel): void;
  onToolbar(): void;
  onFocusMode(): void;
  onEscape(): boolean;
}

export function useRichText({ field, html, locked, own, toolbar, embeds, pasting, slash, ...keys }: Wiring) {
  const { onChange, definition } = field;
  const latest = useRef({ ...keys, embeds, pasting, html });
  latest.current = { ...keys, embeds, pasting, html };
  const [extensions] = useState(() =>
    extensionsFor({
      onLink: () => latest.current.onPanel('link'),
      onToolbar: () => latest.current.onToolbar(),
      onFind: () => latest.current.onPanel('find'),
      onFocusMode: () => latest.current.onFocusMode(),
      onEscape: () => latest.current.onEscape(),
      slash: { ...slash, open: (panel) => latest.current.onPanel(panel) },
      quotes: flag(definition, 'typographicQuotes', true),
    }),
  );
  const [clear] = useState(() => clearOf(toolbar));
  const [stored] = useState(() => new StoredText(html));
  const attributes = attributesOf(field);

  /** Takes files that were pasted or dropped; text beside them (a table from a spreadsheet) comes as text. */
  function takeFiles(transfer: DataTransfer | null, at?: number): boolean {
    const files = [...(transfer?.files ?? [])];
    const textual = transfer?.types.includes('text/html') || transfer?.types.includes('text/plain');
    const { embeds } = latest.current;
    if (own.current === null || files.length === 0 || textual || !embeds.enabled || locked) return false;
    void embeds.add(own.current, files, at === undefined ? {} : { at });
    return true;
  }
  const editor = useEditor({
    extensions,
    editable: !locked,
    editorProps: {
      attributes,
      handleDOMEvents: {
        keydown(view, event) {
          if (!event.isComposing) readSelectionNow(view.dom);
          latest.current.pasting.onKeyDown(event);
          return leaveUndo(view, event);
        },
      },
      scrollThreshold: clear,
      scrollMargin: clear,
      transformPastedHTML: pasting.props.transformPastedHTML,
      handlePaste: (view, event, slice) =>
        takeFiles(event.clipboardData) ||
        pasting.props.handlePaste.call(undefined, view, event, slice) ||
        pasteImage(view, slice),
      handleDrop: (view, event, slice, moved) => {
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos;
        return (!moved && takeFiles(event.dataTransfer, at)) || dropImage(view, slice, at, moved);
      },
    },
    onUpdate: ({ editor: changed }) => {
      const next = stored.changed(changed.state.doc);
      if (next !== undefined) onChange(next);
    },
  });

  // Before the page is painted, and after the content of the editor is in it.
  useLayoutEffect(() => {
    own.current = editor;
    stored.start(editor, latest.current.html);
  }, [editor, stored, own]);
  const isMounted = useMounted(editor);
  useEffect(() => {
    if (isMounted) keepsOwnSelection(editor.view.dom);
  }, [editor, isMounted]);
  useWrittenAhead(editor, stored.writer, isMounted);

  useEffect(() => stored.replace(editor, html), [html, editor, stored]);

  const wiring = JSON.stringify(attributes);
  useEffect(() => {
    editor.setOptions({
      editable: !locked,
      editorProps: { ...editor.options.editorProps, attributes: JSON.parse(wiring) },
    });
  }, [editor, locked, wiring]);
  return editor;
}
