/** A picture with its caption. A caption without words is not written. */
import Image from '@tiptap/extension-image';
import { type EditorState, NodeSelection, Plugin, TextSelection, type Transaction } from '@tiptap/pm/state';
import { type Editor, Node, ReactNodeViewRenderer } from '@tiptap/react';
import { Picture } from './Picture';

/** A picture in a line of text. */
export const InlineImage = Image.extend({
  addNodeView: () => ReactNodeViewRenderer(Picture, { as: 'span' }),
}).configure({ inline: true, allowBase64: true });

const FigureImage = Image.extend({
  name: 'figureImage',
  group: '',
  inline: false,
  draggable: false,
  parseHTML: () => [{ tag: 'img[src]', context: 'figure/', priority: 60 }],
  addNodeView: () => ReactNodeViewRenderer(Picture),
  addInputRules: () => [],
  addCommands: () => ({}),
}).configure({ allowBase64: true });

const Caption = Node.create({
  name: 'figcaption',
  content: 'inline*',
  defining: true,
  parseHTML: () => [{ tag: 'figcaption', context: 'figure/' }],
  renderHTML: ({ HTMLAttributes }) => ['figcaption', HTMLAttributes, 0],
});

/** Only what the node can hold, a picture or a table; any other figure is kept as HTML. */
function isPlainFigure(figure: HTMLElement): boolean {
  const [first, second, ...more] = figure.children;
  const shown = first?.localName === 'a' && first.children.length === 1 ? first.firstElementChild : first;
  return (
    (shown?.localName === 'img' || first?.localName === 'table') &&
    more.length === 0 &&
    (second?.localName ?? 'figcaption') === 'figcaption'
  );
}

/** The figure whose caption the caret is in, or whose picture is selected: its place. */
function figureAt({ state }: Editor): number | undefined {
  const { $from } = state.selection;
  for (let depth = $from.depth; depth > 0; depth--) {
    const { name } = $from.node(depth).type;
    if (name === 'figure') return $from.before(depth);
    if (name === 'table') return undefined;
  }
  return undefined;
}

/** A figure whose picture has been deleted or written over is none: the words of its caption stay as a paragraph. */
function dissolveEmptyFigures(
  transactions: readonly Transaction[],
  _before: EditorState,
  { doc, tr, schema }: EditorState,
): Transaction | undefined {
  if (!transactions.some(({ docChanged }) => docChanged)) return undefined;
  doc.descendants((node, at) => {
    if (node.type.name !== 'figure') return !node.isTextblock;
    if (node.firstChild?.attrs.src === null) {
      const words = schema.nodes.paragraph?.create(null, node.lastChild?.content);
      const from = tr.mapping.map(at);
      if (words) tr.replaceWith(from, from + node.nodeSize, words);
    }
    return false;
  });
  return tr.docChanged ? tr : undefined;
}

const Figure = Node.create({
  name: 'figure',
  group: 'block',
  content: '(figureImage | table) figcaption',
  // The picture may be a link.
  marks: 'link',
  isolating: true,
  draggable: true,
  parseHTML: () => [{ tag: 'figure', getAttrs: (element) => (isPlainFigure(element) ? null : false) }],
  renderHTML: ({ HTMLAttributes }) => ['figure', HTMLAttributes, 0],
  addProseMirrorPlugins: () => [new Plugin({ appendTransaction: dissolveEmptyFigures })],
  addKeyboardShortcuts() {
    return {
      Enter: () => {
        const at = figureAt(this.editor);
        if (at === undefined) return false;
        const after = at + (this.editor.state.doc.nodeAt(at)?.nodeSize ?? 0);
        return this.editor
          .chain()
          .insertContentAt(after, { type: 'paragraph' })
          .setTextSelection(after + 1)
          .run();
      },
    };
  },
});

/** Makes the selected picture of a line a figure, with the caret in its caption. */
export function addCaption(editor: Editor): void {
  const { selection } = editor.state;
  if (!(selection instanceof NodeSelection) || selection.node.type.name !== 'image') return;
  const { attrs, marks } = selection.node;
  editor
    .chain()
    .focus()
    .command(({ tr, state }) => {
      const { figure, figureImage, figcaption } = state.schema.nodes;
      if (!figure || !figureImage || !figcaption) return false;
      const { $from } = selection;
      const link = marks.filter((mark) => mark.type.name === 'link');
      const whole = figure.create(null, [figureImage.create(attrs, null, link), figcaption.create()]);
      const alone = $from.parent.childCount === 1 && $from.parent.type.name === 'paragraph';
      const inList = $from.depth > 1 && $from.node(-1).type.name === 'listItem';
      if (alone && !inList) {
        const at = $from.before();
        tr.replaceWith(at, $from.after(), whole);
        tr.setSelection(TextSelection.create(tr.doc, at + 3));
      } else {
        tr.deleteSelection();
        const at = tr.mapping.map($from.after());
        tr.insert(at, whole);
        tr.setSelection(TextSelection.create(tr.doc, at + 3));
      }
      return true;
    })
    .run();
}

/** Takes captions without words out of what is written. */
export function dropEmptyCaptions(root: ParentNode): void {
  for (const caption of root.querySelectorAll('figure > figcaption')) {
    if (caption.childNodes.length === 0 && caption.attributes.length === 0) caption.remove();
  }
}

export const FigureExtensions = [Figure, FigureImage, Caption];
