/** Marks links in the text that lead to objects or files that do not exist. Which those are is told from outside. */
import type { Node as DocumentNode } from '@tiptap/pm/model';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { type Editor, Extension } from '@tiptap/react';

const texts = { broken: 'This link leads to an object or file that does not exist' };

const key = new PluginKey<DecorationSet>('brokenLinks');

/** The addresses of the links in a part of a text. */
export function addressesIn(part: DocumentNode): string[] {
  const found = new Set<string>();
  part.descendants((node) => {
    for (const { type, attrs } of node.marks) {
      if (type.name === 'link' && typeof attrs.href === 'string') found.add(attrs.href);
    }
  });
  return [...found];
}

const LOOK = {
  class: 'broken-link',
  // The description is read where the role of a mark is not.
  role: 'mark',
  title: texts.broken,
  'aria-description': texts.broken,
};

function marksOf(doc: DocumentNode, missing: ReadonlySet<string>): DecorationSet {
  const marks: Decoration[] = [];
  doc.descendants((node, at) => {
    const isBroken = node.marks.some(({ type, attrs }) => type.name === 'link' && missing.has(attrs.href));
    if (isBroken) marks.push(Decoration.inline(at, at + node.nodeSize, LOOK));
  });
  return DecorationSet.create(doc, marks);
}

export const BrokenLinkMarks = Extension.create({
  name: 'brokenLinks',
  addProseMirrorPlugins: () => [
    new Plugin<DecorationSet>({
      key,
      state: {
        init: () => DecorationSet.empty,
        apply(tr, marks) {
          const missing: ReadonlySet<string> | undefined = tr.getMeta(key);
          return missing ? marksOf(tr.doc, missing) : marks.map(tr.mapping, tr.doc);
        },
      },
      props: { decorations: (state) => key.getState(state) },
    }),
  ],
});

/** Marks the links with these addresses, and no others. */
export const markBroken = (editor: Editor, missing: ReadonlySet<string>): void =>
  editor.view.dispatch(editor.state.tr.setMeta(key, missing));

/** Where the broken links are; one with marks inside, as for bold, counts once. */
export function brokenIn({ state }: Editor): { from: number; to: number }[] {
  const places: { from: number; to: number }[] = [];
  for (const { from, to } of key.getState(state)?.find() ?? []) {
    const last = places.at(-1);
    if (last?.to === from) last.to = to;
    else places.push({ from, to });
  }
  return places;
}

/** Selects the next broken link behind the caret, after the last one the first. */
export function showNextBroken(editor: Editor): void {
  const places = brokenIn(editor);
  const { to } = editor.state.selection;
  const next = places.find(({ from }) => from >= to) ?? places[0];
  if (next) editor.chain().focus().setTextSelection(next).scrollIntoView().run();
}
