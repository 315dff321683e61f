/** What the editor knows, the same for every styledtext property. */
import Link, { type LinkOptions } from '@tiptap/extension-link';
import { Extension, type Extensions } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { KeepAttributes } from './attributes';
import { Callout } from './blocks/callout';
import { CodeBlock } from './blocks/code-block';
import { FootnoteExtensions } from './blocks/footnotes';
import { MoveKeys } from './blocks/move';
import { FigureExtensions, InlineImage } from './figure';
import { Find } from './find/find';
import { HtmlNodes } from './html-nodes';
import { BrokenLinkMarks } from './links/broken-links';
import { Highlight, HtmlMark, InlineCode, Subscript, Superscript } from './marks';
import { SlashMenuKeys, type SlashOptions } from './menus/slash';
import { TypographicQuotes } from './quotes';
import { TableExtensions } from './table';

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
  Find,
  BrokenLinkMarks,
  SlashMenuKeys.configure(wiring.slash),
  ...(wiring.quotes ? [TypographicQuotes] : []),
  keysFor(wiring),
];
