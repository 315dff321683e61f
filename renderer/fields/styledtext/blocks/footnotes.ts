/**
 * Footnotes: numbers in the text that lead to notes at its end. Stored as links that lead to each other, so that they
 * work on every site. Numbers follow the order in the text; a note whose number is deleted goes with it.
 */
import { TextSelection } from '@tiptap/pm/state';
import { type Editor, Node } from '@tiptap/react';
import { KEY } from '../marks';
import { NOTE, NUMBER, noteFor, notesPlugin, WORDS } from './notes-in-order';

const SIGN = '↩';

/** The name of a note, when an element is the number of one and nothing else. */
function noteOf(element: HTMLElement): string | false {
  const name = element.id.slice(NUMBER.length);
  const [only, ...others] = element.childNodes;
  const own = ({ attributes }: Element) => [...attributes].filter((one) => one.name !== KEY);
  const isPlain =
    own(element).length === 3 &&
    element.id.startsWith(NUMBER) &&
    element.getAttribute('href') === `#${NOTE}${name}` &&
    others.length === 0 &&
    only instanceof Element &&
    only.localName === 'sup' &&
    own(only).length === 0 &&
    /^\d+$/.test(only.textContent ?? '');
  return isPlain && name !== '' ? name : false;
}

const Reference = Node.create({
  name: 'footnoteReference',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: true,
  addAttributes: () => ({
    note: { default: '', rendered: false },
    number: { default: 1, rendered: false },
    // The words of its note while it is on the clipboard.
    words: { default: null, rendered: false },
  }),
  parseHTML: () => [
    {
      tag: `a[role="doc-noteref"][${WORDS}]`,
      priority: 81,
      getAttrs: (element) => ({
        note: element.id.slice(NUMBER.length),
        words: element.getAttribute(WORDS),
      }),
    },
    {
      tag: 'a[role="doc-noteref"]',
      priority: 80,
      getAttrs(element) {
        const note = noteOf(element);
        return note === false ? false : { note, number: Number(element.textContent) };
      },
    },
  ],
  renderHTML: ({ node: { attrs } }) => [
    'a',
    {
      href: `#${NOTE}${attrs.note}`,
      id: `${NUMBER}${attrs.note}`,
      role: 'doc-noteref',
      ...(attrs.words === null ? {} : { [WORDS]: attrs.words }),
    },
    ['sup', String(attrs.number)],
  ],
});

const Footnote = Node.create({
  name: 'footnote',
  content: 'paragraph+',
  isolating: true,
  defining: true,
  addAttributes: () => ({ note: { default: '', rendered: false } }),
  parseHTML: () => [
    // Written again behind the words of each note.
    { tag: 'a[role="doc-backlink"]', context: 'footnote//', ignore: true, priority: 90 },
    {
      tag: 'li',
      context: 'footnotes/',
      priority: 80,
      getAttrs: (element) =>
        element.id.startsWith(NOTE) && element.attributes.length === 1
          ? { note: element.id.slice(NOTE.length) }
          : false,
    },
  ],
  renderHTML: ({ node }) => ['li', { id: `${NOTE}${node.attrs.note}` }, 0],
});

const Footnotes = Node.create({
  name: 'footnotes',
  group: 'block',
  content: 'footnote+',
  isolating: true,
  selectable: false,
  parseHTML: () => [
    {
      tag: 'section.footnotes[role="doc-endnotes"]',
      contentElement: 'ol',
      getAttrs: ({ children }) => (children.length === 1 && children[0]?.localName === 'ol' ? null : false),
    },
  ],
  renderHTML: () => ['section', { class: 'footnotes', role: 'doc-endnotes' }, ['ol', 0]],
  addProseMirrorPlugins: () => [notesPlugin()],
});

/** Puts the links back to the text behind the notes. */
export function addBacklinks(root: ParentNode): void {
  for (const note of root.querySelectorAll(`section.footnotes > ol > li[id^="${NOTE}"]`)) {
    const link = note.ownerDocument.createElement('a');
    link.href = `#${NUMBER}${note.id.slice(NOTE.length)}`;
    link.setAttribute('role', 'doc-backlink');
    link.textContent = SIGN;
    note.append(' ', link);
  }
}

/** Puts a number at the caret, and the caret into its note at the end of the text. */
export function insertFootnote(editor: Editor): void {
  const note = Math.random().toString(36).slice(2, 8);
  const { $to } = editor.state.selection;
  if (!$to.parent.inlineContent || $to.parent.type.spec.code || isInNote(editor)) return;
  editor
    .chain()
    .focus()
    .command(({ tr, state: { schema } }) => {
      const { footnoteReference, footnotes } = schema.nodes;
      const hasNotes = tr.doc.children.some(({ type }) => type === footnotes);
      const first = hasNotes ? undefined : noteFor(schema, note);
      if (first) tr.insert(tr.doc.content.size, footnotes?.create(null, first) ?? []);
      if (footnoteReference) tr.insert($to.pos, footnoteReference.create({ note }));
      return true;
    })
    .run();
  let at: number | undefined;
  editor.state.doc.descendants((node, place) => {
    if (node.type.name === 'footnote' && node.attrs.note === note) at = place;
    return at === undefined;
  });
  if (at === undefined) return;
  const { tr } = editor.state;
  editor.view.dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(at + 1))).scrollIntoView());
}

/** Whether the caret is in a note, which has no notes of its own. */
export function isInNote({ state: { selection } }: Pick<Editor, 'state'>): boolean {
  const { $from } = selection;
  return Array.from({ length: $from.depth }, (_, depth) => $from.node(depth + 1)).some(
    ({ type }) => type.name === 'footnote',
  );
}

export const FootnoteExtensions = [Reference, Footnote, Footnotes];
