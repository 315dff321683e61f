/** Changes of the HTML that is kept in a text. */
import { type Node as DocumentNode, Fragment } from '@tiptap/pm/model';
import type { Editor } from '@tiptap/react';
import { readHtml } from './document';
import type { HtmlPiece } from './editor-context';
import { balanced } from './source-pieces';

/** What the editor makes of changed HTML in the place of a node: what it knows can be edited as text from then on. */
function contentFor(node: DocumentNode, html: string): Fragment {
  const { content } = readHtml(html, node.type.schema);
  if (!node.isInline) return content;
  const [only] = content.content;
  const isLine = content.childCount === 1 && only?.type.name === 'paragraph' && only.attrs.kept === null;
  return isLine ? only.content : Fragment.from(node.type.create({ html: balanced(html) }, null, node.marks));
}

/** Puts changed HTML in the place of a piece; without any HTML the piece goes. False when it is no longer there. */
export function replaceHtml(editor: Editor, { at, html: was }: HtmlPiece, html: string): boolean {
  const { state, view } = editor;
  const node = state.doc.nodeAt(at);
  if (node?.attrs.html !== was) return false;
  if (html === was) return true;
  const content = html.trim() === '' ? Fragment.empty : contentFor(node, html);
  view.dispatch(state.tr.replaceWith(at, at + node.nodeSize, content).scrollIntoView());
  return true;
}
