/** HTML the editor has no node for: kept as it is, shown as a card or a chip. It never becomes part of the page. */
import { Node, ReactNodeViewRenderer } from '@tiptap/react';
import { HtmlCard, HtmlChip } from './HtmlCard';
import { BLOCK, HTML, INLINE } from './html-elements';

const html = {
  html: {
    default: '',
    parseHTML: (element: Element) => element.getAttribute(HTML) ?? '',
    renderHTML: (attributes: Record<string, unknown>) => ({ [HTML]: attributes.html }),
  },
};

const HtmlBlock = Node.create({
  name: 'htmlBlock',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => html,
  parseHTML: () => [{ tag: BLOCK }],
  renderHTML: ({ HTMLAttributes }) => [BLOCK, HTMLAttributes],
  addNodeView: () => ReactNodeViewRenderer(HtmlCard),
});

const HtmlInline = Node.create({
  name: 'htmlInline',
  group: 'inline',
  inline: true,
  atom: true,
  draggable: true,
  addAttributes: () => html,
  parseHTML: () => [{ tag: INLINE }],
  renderHTML: ({ HTMLAttributes }) => [INLINE, HTMLAttributes],
  addNodeView: () => ReactNodeViewRenderer(HtmlChip, { as: 'span' }),
});

export const HtmlNodes = [HtmlBlock, HtmlInline];
