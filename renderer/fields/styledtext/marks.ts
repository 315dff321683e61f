/** Marks beyond those of Tiptap's starter kit. */
import Code from '@tiptap/extension-code';
import { type Command, Mark, mergeAttributes } from '@tiptap/react';
import { type Attributes, attributesIn, keptOf } from './attributes';

interface Simple {
  name: string;
  tag: string;
  key: string;
  command: 'toggleSubscript' | 'toggleSuperscript' | 'toggleHighlight';
}

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    plinthMarks: {
      toggleSubscript: () => ReturnType;
      toggleSuperscript: () => ReturnType;
      toggleHighlight: () => ReturnType;
    };
  }
}

const simple = ({ name, tag, key, command }: Simple) =>
  Mark.create({
    name,
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
    addCommands: () => ({
      [command]:
        (): Command =>
        ({ commands }) =>
          commands.toggleMark(name),
    }),
    addKeyboardShortcuts() {
      return { [key]: () => this.editor.commands.toggleMark(name) };
    },
  });

export const Subscript = simple({
  name: 'subscript',
  tag: 'sub',
  key: 'Mod-,',
  command: 'toggleSubscript',
});

export const Superscript = simple({
  name: 'superscript',
  tag: 'sup',
  key: 'Mod-.',
  command: 'toggleSuperscript',
});

export const Highlight = simple({
  name: 'highlight',
  tag: 'mark',
  key: 'Mod-Shift-h',
  command: 'toggleHighlight',
});

/** Code may be bold, linked and so on, as stored texts have it; it stays one piece round what is bold in it. */
export const InlineCode = Code.extend({ excludes: '', priority: 600 });

/** Inline elements that are kept with their attributes, so that the words in them can be edited. */
const KEPT_MARKS: readonly string[] =
  'span small big kbd abbr acronym cite q dfn ins del samp var time data bdi bdo font tt'.split(' ');

/** Set on elements that are read from storage, and never written. */
export const KEY = 'data-plinth-key';

/** Elements that are numbered: all that the mark below reads. */
export const KEYED: string = [...KEPT_MARKS, 'a:not([href])'].join();

/**
 * Any of those elements. `key` tells apart two that look alike, so that neighbours do not become one and one inside
 * the other is not lost.
 */
export const HtmlMark = Mark.create({
  name: 'htmlMark',
  priority: 500,
  excludes: '',
  keepOnSplit: false,
  addAttributes: () => ({
    tag: { default: 'span', rendered: false },
    kept: { default: null, rendered: false },
    key: { default: null, rendered: false },
  }),
  parseHTML: () =>
    [...KEPT_MARKS, 'a'].map((tag) => ({
      // With an address it is a link.
      tag: tag === 'a' ? 'a:not([href])' : tag,
      priority: 60,
      getAttrs: (
        element: HTMLElement,
      ): { tag: string; kept: Attributes | null; key: string | null } | false => {
        const kept = keptOf(element);
        return tag === 'span' && kept === null && !element.hasAttribute(KEY)
          ? false
          : { tag, kept, key: element.getAttribute(KEY) };
      },
    })),
  renderHTML: ({ mark, HTMLAttributes }) => [
    [...KEPT_MARKS, 'a'].includes(mark.attrs.tag) ? mark.attrs.tag : 'span',
    mergeAttributes(HTMLAttributes, attributesIn(mark.attrs.kept)),
    0,
  ],
});
