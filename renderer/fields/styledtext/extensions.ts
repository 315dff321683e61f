/** What the editor knows, the same for every styledtext property. */
import Link, { type LinkOptions } from '@tiptap/extension-link';
import { Extension, type Extensions } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { KeepAttributes } from './attributes';
import { FigureExtensions, InlineImage } from './figure';
import { HtmlNodes } from './html-nodes';
import { Highlight, HtmlMark, InlineCode, Subscript, Superscript } from './marks';
import { TableExtensions } from './table';

/** What keys in the text lead to. */
export interface EditorKeys {
  /** Mod+K. */
  onLink(): void;
  /** Alt+F10, as in other editors. */
  onToolbar(): void;
}

const keysFor = ({ onLink, onToolbar }: EditorKeys) =>
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

export const extensionsFor = (keys: EditorKeys): Extensions => [
  StarterKit.configure({
    link: false,
    code: false,
    trailingNode: false,
    heading: { levels: [1, 2, 3, 4, 5, 6] },
  }),
  PlainLink,
  InlineCode,
  Highlight,
  Subscript,
  Superscript,
  HtmlMark,
  InlineImage,
  ...FigureExtensions,
  ...TableExtensions,
  ...HtmlNodes,
  KeepAttributes,
  keysFor(keys),
];
