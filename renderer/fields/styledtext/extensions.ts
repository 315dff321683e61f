/** What the editor knows, the same for every styledtext property. */
import Image from '@tiptap/extension-image';
import Link, { type LinkOptions } from '@tiptap/extension-link';
import { Extension, type Extensions } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';

const NODES = [
  'paragraph',
  'heading',
  'bulletList',
  'orderedList',
  'listItem',
  'blockquote',
  'codeBlock',
  'horizontalRule',
  'image',
];
const MARKS = ['bold', 'italic', 'underline', 'strike', 'code', 'link'];

/** Classes, ids and the like that a text from elsewhere carries. A new paragraph does not inherit them. */
const KeepAttributes = Extension.create({
  name: 'keepAttributes',
  addGlobalAttributes() {
    const kept = (name: string) => ({
      [name]: {
        default: null,
        keepOnSplit: false,
        parseHTML: (element: HTMLElement) => element.getAttribute(name),
        renderHTML: (attributes: Record<string, unknown>) =>
          attributes[name] === null || attributes[name] === undefined ? {} : { [name]: attributes[name] },
      },
    });
    const shared = { ...kept('id'), ...kept('lang'), ...kept('dir'), ...kept('style') };
    return [
      { types: NODES, attributes: { ...kept('class'), ...shared } },
      { types: ['image'], attributes: { ...kept('loading'), ...kept('srcset'), ...kept('sizes') } },
      // A link's class is the link extension's own.
      { types: MARKS.filter((mark) => mark !== 'link'), attributes: { ...kept('class'), ...shared } },
      { types: ['link'], attributes: shared },
    ];
  },
});

/** All of the editor's extensions; `onLink` is called for Mod+K. */
export function extensionsFor(onLink: () => void): Extensions {
  return [
    StarterKit.configure({ link: false, trailingNode: false, heading: { levels: [1, 2, 3, 4, 5, 6] } }),
    Link.extend<LinkOptions>({
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
      addKeyboardShortcuts: () => ({
        'Mod-k': () => {
          onLink();
          return true;
        },
      }),
    }),
    Image.configure({ inline: true, allowBase64: true }),
    KeepAttributes,
  ];
}
