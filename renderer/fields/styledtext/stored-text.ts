/**
 * The stored text of a field in its editor. The editor is made empty and filled when it is in the page, so that a
 * long text is drawn once. Its state is replaced, not changed by a transaction: nothing that watches changes can
 * alter a text by opening it.
 */
import type { Node as DocumentNode } from '@tiptap/pm/model';
import { EditorState } from '@tiptap/pm/state';
import type { Editor } from '@tiptap/react';
import { HtmlWriter, readHtml } from './document';
import { takeOver } from './take-over';

/** It gives HTML only after a change; a change taken back gives the stored text again, to the byte. */
export class StoredText {
  readonly writer = new HtmlWriter();
  #origin: { html: string; document: DocumentNode } | undefined;
  #reported: string;
  /** The editor that has it. */
  #editor: Editor | undefined;

  constructor(html: string) {
    this.#reported = html;
  }

  /**
   * The first text of an editor that is in the page. An editor made with it would draw it twice, once before there are
   * views for its nodes.
   */
  start(editor: Editor, html: string): void {
    // One that is destroyed is replaced by another, and one that is shown again has its text.
    if (editor.isDestroyed || this.#editor === editor) return;
    this.#editor = editor;
    const doc = readHtml(html, editor.schema, this.writer);
    editor.view.updateState(EditorState.create({ doc, plugins: editor.state.plugins }));
    editor.emit('transaction', { editor, transaction: editor.state.tr, appendedTransactions: [] });
    this.#origin = { html, document: editor.state.doc };
    this.#reported = html;
  }

  /**
   * Takes over a text from elsewhere: what a save has stored, a revert, a change of others. Only what differs is
   * changed, as a user may be writing in the rest.
   */
  replace(editor: Editor, html: string): void {
    if (html === this.#reported || editor.isDestroyed) return;
    this.#reported = html;
    const { tr } = editor.state;
    takeOver(tr, readHtml(html, editor.schema, this.writer), this.writer);
    // Not a step of its own: undo in the text must not bring back what the form has replaced.
    if (tr.docChanged) editor.view.dispatch(tr.setMeta('addToHistory', false).setMeta('preventUpdate', true));
    this.#origin = { html, document: editor.state.doc };
  }

  /** The HTML of a changed document; undefined where it is the same as before. */
  changed(document: DocumentNode): string | undefined {
    const origin = this.#origin;
    const next = origin && document.eq(origin.document) ? origin.html : this.writer.write(document);
    if (next === this.#reported) return undefined;
    this.#reported = next;
    return next;
  }
}
