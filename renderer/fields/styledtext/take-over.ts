/** Takes another text over into a document so that what both have in common stays: blocks, the selection, undo. */
import type { Node as DocumentNode } from '@tiptap/pm/model';
import type { Transaction } from '@tiptap/pm/state';
import { ReplaceStep } from '@tiptap/pm/transform';
import { changesBetween } from '#contract/merge/sequence';
import { parseHtml, wordsOfHtml } from './canonical';
import type { HtmlWriter } from './document';

interface Block {
  node: DocumentNode;
  start: number;
  html: string;
}

/** A paragraph that the server cuts off where it is the first or the last of a text. */
const isBlank = ({ type, children }: DocumentNode): boolean =>
  type.name === 'paragraph' &&
  children.every((child) =>
    child.isText ? child.textContent.trim() === '' : child.type.name === 'hardBreak',
  );

function blocksIn(doc: DocumentNode, writer: HtmlWriter): Block[] {
  let start = 0;
  return writer.blocks(doc).map((html, at) => {
    const block = { node: doc.child(at), start, html };
    start += block.node.nodeSize;
    return block;
  });
}

/**
 * The blocks that a stored text can hold. Places of images without a file are written as nothing, and the empty
 * paragraphs at both ends, one of which may have the caret, are only kept where the other text has some as well.
 */
function storable(blocks: readonly Block[], other: readonly Block[]): Block[] {
  const isBlankBlock = (block: Block | undefined) => block !== undefined && isBlank(block.node);
  const written = blocks.filter(({ html }) => html !== '');
  const first = written.findIndex((block) => !isBlankBlock(block));
  const last = written.findLastIndex((block) => !isBlankBlock(block));
  if (first < 0) return written;
  return written.slice(isBlankBlock(other[0]) ? 0 : first, isBlankBlock(other.at(-1)) ? undefined : last + 1);
}

/** Changes only what differs inside of a block; false where that is not possible. */
function changeInside(tr: Transaction, { node, start }: Block, next: DocumentNode): boolean {
  if (!node.sameMarkup(next) || node.isLeaf) return false;
  const from = node.content.findDiffStart(next.content);
  const ends = node.content.findDiffEnd(next.content);
  if (from === null || ends === null) return from === ends;
  // Where letters repeat, the ends found from both sides overlap.
  const overlap = Math.max(0, from - Math.min(ends.a, ends.b));
  const [to, nextTo] = [ends.a + overlap, ends.b + overlap];
  const changed = tr.maybeStep(new ReplaceStep(start + 1 + from, start + 1 + to, next.slice(from, nextTo)));
  return changed.failed === null;
}

/**
 * What blocks say. A space at the end of a block is in the editor while a user writes there and not in what is read
 * of a stored text, so that HTML the other side does not have is compared by its words.
 */
function saidBy(blocks: readonly Block[], others: readonly Block[]): string[] {
  const known = new Set(others.map(({ html }) => html));
  return blocks.map(({ html }) => (known.has(html) ? html : wordsOfHtml(parseHtml(html)).join('')));
}

/** Makes the document of a transaction the next one. */
export function takeOver(tr: Transaction, next: DocumentNode, writer: HtmlWriter): void {
  const wanted = blocksIn(next, writer);
  const blocks = storable(blocksIn(tr.doc, writer), wanted);
  let added = 0;
  const changes = changesBetween(saidBy(blocks, wanted), saidBy(wanted, blocks));
  const hunks = changes.map(({ start, end, by }) => {
    const nodes = wanted.slice(start + added, start + added + by.length).map(({ node }) => node);
    added += by.length - (end - start);
    return { old: blocks.slice(start, end), before: blocks[start - 1], nodes };
  });
  // From the end, so that places before stay as they are.
  for (const { old, before, nodes } of hunks.reverse()) {
    const [only, ...others] = nodes;
    const [one] = old;
    if (one && only && old.length === 1 && others.length === 0 && changeInside(tr, one, only)) continue;
    const last = old.at(-1) ?? before;
    tr.insert(last === undefined ? 0 : last.start + last.node.nodeSize, nodes);
    for (const { node, start } of old.toReversed()) tr.delete(start, start + node.nodeSize);
  }
}
