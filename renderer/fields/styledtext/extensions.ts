/** What the editor knows, the same for every styledtext property. */
import Link, { type LinkOptions } from '@tiptap/extension-link';
import { Extension, type Extensions, Node, ReactNodeViewRenderer } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { KeepAttributes } from './attributes';
import { Callout } from './blocks/callout';
import { CodeBlock } from './blocks/code-block';
import { FootnoteExtensions } from './blocks/footnotes';
import { MoveKeys } from './blocks/move';
import { FigureExtensions, InlineImage } from './figure';
import { Find } from './find/find';
import { HtmlCard, HtmlChip } from './HtmlCard';
import { BLOCK, HTML, INLINE } from './html-elements';
import { JumpKeys } from './jump-keys';
import { BrokenLinkMarks } from './links/broken-links';
import { Highlight, HtmlMark, InlineCode, Subscript, Superscript } from './marks';
import { SlashMenuKeys, type SlashOptions } from './menus/slash';
import { TypographicQuotes } from './quotes';
import { TableExtensions } from './table';

/** HTML the editor has no node for: kept as it is, shown as a card or a chip. It never becomes part of the page. */
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

const HtmlNodes = [HtmlBlock, HtmlInline];

/** What keys in the text lead to, and what the text offers. */
export interface EditorWiring {
  slash: SlashOptions;
  /** Quotes become typographic while typing. */
  quotes: boolean;
  /** Mod+K. */
  onLink(): void;
  /** Alt+F10, as in other editors. */
  onToolbar(): void;
  /** Mod+F. */
  onFind(): void;
  /** Mod+Shift+F. */
  onFocusMode(): void;
  /** Escape; false when it means nothing. */
  onEscape(): boolean;
}

const keysFor = ({ onLink, onToolbar, onFind, onFocusMode, onEscape }: EditorWiring) =>
  Extension.create({
    name: 'plinthKeys',
    addKeyboardShortcuts: () => ({
      'Mod-k': () => {
        onLink();
        return true;
      },
      'Alt-F10': () => {
        onToolbar();
        return true;
      },
      'Mod-f': () => {
        onFind();
        return true;
      },
      'Mod-Shift-f': () => {
        onFocusMode();
        return true;
      },
      Escape: onEscape,
    }),
  });

const PlainLink = Link.extend<LinkOptions>({
  // What a link carries is the author's: no target or rel is added. The keys say in which order they are written.
  addOptions() {
    const HTMLAttributes = { href: null, target: null, rel: null, class: null };
    return {
      ...(this.parent?.() as LinkOptions),
      HTMLAttributes,
      openOnClick: false,
      defaultProtocol: 'https',
    };
  },
});

export const extensionsFor = (wiring: EditorWiring): Extensions => [
  StarterKit.configure({
    link: false,
    code: false,
    codeBlock: false,
    trailingNode: false,
    heading: { levels: [1, 2, 3, 4, 5, 6] },
  }),
  PlainLink,
  InlineCode,
  CodeBlock,
  Callout,
  Highlight,
  Subscript,
  Superscript,
  HtmlMark,
  InlineImage,
  ...FigureExtensions,
  ...TableExtensions,
  ...FootnoteExtensions,
  ...HtmlNodes,
  KeepAttributes,
  MoveKeys,
  JumpKeys,
  Find,
  BrokenLinkMarks,
  SlashMenuKeys.configure(wiring.slash),
  ...(wiring.quotes ? [TypographicQuotes] : []),
  keysFor(wiring),
];
