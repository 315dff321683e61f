/** Where images and files are put into a text: images between blocks, in none of the lines beside them. */
import type { Node as DocumentNode, ResolvedPos, Slice } from '@tiptap/pm/model';
import { NodeSelection, TextSelection, type Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import type { Editor } from '@tiptap/react';

/** The image that is all of a piece of text. */
function onlyImageIn({ content: { childCount, firstChild } }: Slice): DocumentNode | undefined {
  const only = firstChild?.isTextblock && firstChild.childCount === 1 ? firstChild.firstChild : firstChild;
  return childCount === 1 && only?.type.name === 'image' ? only : undefined;
}

/** Whether a place is in an empty paragraph, which an image can fill. */
const isEmptyParagraph = ({ parent }: ResolvedPos) =>
  parent.type.name === 'paragraph' && parent.content.size === 0;

/** Whether a block goes before the line of text that a place is in: at its start, and with `nearest` in its first half. */
function goesBefore({ parent, parentOffset }: ResolvedPos, nearest: boolean): boolean {
  const { size } = parent.content;
  return size > 0 && (nearest ? parentOffset < size / 2 : parentOffset === 0);
}

/** The place of a paragraph nearest to one in the text: next to the block that holds it. */
function betweenBlocks($at: ResolvedPos, nearest: boolean): number {
  const { paragraph } = $at.doc.type.schema.nodes;
  const before = $at.parent.isTextblock ? goesBefore($at, nearest) : $at.index() === 0;
  const fits = (parent: DocumentNode, index: number) =>
    paragraph !== undefined && parent.canReplaceWith(index, index, paragraph);
  if (!$at.parent.isTextblock && fits($at.parent, $at.index())) return $at.pos;
  for (let depth = $at.depth; depth > 0; depth--) {
    const index = $at.index(depth - 1) + (before ? 0 : 1);
    if (fits($at.node(depth - 1), index)) return before ? $at.before(depth) : $at.after(depth);
  }
  return $at.doc.content.size;
}

interface Put {
  /** Images go to the nearer side of the line they are put on, else behind it. */
  nearest?: boolean;
}

/** Puts an image between the blocks at a place, or into an empty paragraph; gives the place behind it. */
export function putImage(
  tr: Transaction,
  at: number,
  image: DocumentNode,
  { nearest = false }: Put = {},
): number {
  const $at = tr.doc.resolve(at);
  if (isEmptyParagraph($at)) {
    tr.insert(at, image);
    return at + image.nodeSize;
  }
  const place = betweenBlocks($at, nearest);
  tr.insert(place, tr.doc.type.schema.nodes.paragraph?.create(null, image) ?? image);
  return place + 1 + image.nodeSize;
}

/** Puts a link into the line at a place, apart from one before it; gives the place behind it. */
export function putLink(tr: Transaction, at: number, name: string, href: string): number {
  const $at = tr.doc.resolve(at);
  const { schema } = tr.doc.type;
  const link = schema.marks.link;
  if (link === undefined) return at;
  const words = schema.text(name, [link.create({ href })]);
  if (!$at.parent.inlineContent) {
    const place = betweenBlocks($at, true);
    tr.insert(place, schema.nodes.paragraph?.create(null, words) ?? words);
    return place + 1 + words.nodeSize;
  }
  const isAfterLink = $at.nodeBefore?.marks.some(({ type }) => type === link) === true;
  const parts = [
    ...(isAfterLink ? [schema.text(' ')] : []),
    $at.parent.type.spec.code ? schema.text(name) : words,
  ];
  tr.insert(at, parts);
  return parts.reduce((end, part) => end + part.nodeSize, at);
}

/** Puts the caret behind what was put into the text. */
export function caretBehind(tr: Transaction, end: number): void {
  tr.setSelection(TextSelection.near(tr.doc.resolve(end), -1)).scrollIntoView();
}

/** Pastes an image that is all of what is pasted. False for anything else. */
export function pasteImage(view: EditorView, slice: Slice): boolean {
  const image = onlyImageIn(slice);
  const { tr } = view.state;
  if (image === undefined) return false;
  tr.deleteSelection();
  caretBehind(tr, putImage(tr, tr.selection.from, image));
  view.dispatch(tr.setMeta('paste', true).setMeta('uiEvent', 'paste'));
  return true;
}

/** Drops an image from elsewhere between blocks, and one of the text unless it goes into a paragraph, where it may be in a line. */
export function dropImage(view: EditorView, slice: Slice, at: number | undefined, moved: boolean): boolean {
  const image = onlyImageIn(slice);
  const { tr, doc } = view.state;
  if (image === undefined || at === undefined) return false;
  if (moved) {
    if (doc.resolve(at).parent.type.name === 'paragraph') return false;
    tr.deleteSelection();
  }
  const end = putImage(tr, tr.mapping.map(at), image, { nearest: true });
  tr.setSelection(NodeSelection.create(tr.doc, end - image.nodeSize));
  view.focus();
  view.dispatch(tr.setMeta('uiEvent', 'drop'));
  return true;
}

/** A place in a text that stays where it is while a user writes. */
export class Place {
  at: number;
  readonly #editor: Editor;

  constructor(editor: Editor, at: number) {
    this.#editor = editor;
    this.at = Math.min(at, editor.state.doc.content.size);
    editor.on('transaction', this.#follow);
  }

  readonly #follow = ({
    transaction,
    appendedTransactions,
  }: {
    transaction: Transaction;
    appendedTransactions: Transaction[];
  }) => {
    for (const { mapping } of [transaction, ...appendedTransactions]) this.at = mapping.map(this.at, -1);
  };

  release(): void {
    this.#editor.off('transaction', this.#follow);
  }
}
