/** A callout: paragraphs in a box of their own, stored as `<aside class="callout callout-note">`. */
import { type Editor, Node } from '@tiptap/react';
import { t } from '../../../t';
import { attributesIn } from '../attributes';

export const CALLOUTS = [
  { kind: 'note', label: t('Note') },
  { kind: 'tip', label: t('Tip') },
  { kind: 'warning', label: t('Warning') },
  { kind: 'danger', label: t('Danger') },
] as const;

type CalloutKind = (typeof CALLOUTS)[number]['kind'];

const classOf = (kind: CalloutKind) => ({ class: `callout callout-${kind}` });

export const Callout = Node.create({
  name: 'callout',
  group: 'block',
  content: 'block+',
  defining: true,
  parseHTML: () => [{ tag: 'aside.callout' }],
  renderHTML: ({ HTMLAttributes }) => ['aside', HTMLAttributes, 0],
});

/** The callout around the caret: its place and its kind. */
export function calloutAt({ state }: Editor): { at: number; kind: string } | undefined {
  const { $from } = state.selection;
  for (let depth = $from.depth; depth > 0; depth--) {
    const node = $from.node(depth);
    if (node.type.name !== 'callout') continue;
    const kind = /\bcallout-([\w-]+)/.exec(attributesIn(node.attrs.kept).class ?? '')?.[1] ?? 'note';
    return { at: $from.before(depth), kind };
  }
  return undefined;
}

/** Puts the selected blocks in a callout, or changes the kind of the one around the caret. */
export function setCallout(editor: Editor, kind: CalloutKind): void {
  const around = calloutAt(editor);
  if (around === undefined) {
    editor
      .chain()
      .focus()
      .wrapIn('callout', { kept: classOf(kind) })
      .run();
    return;
  }
  const kept = attributesIn(editor.state.doc.nodeAt(around.at)?.attrs.kept);
  const others = (kept.class ?? '')
    .split(/\s+/)
    .filter((name) => name !== '' && !/^callout(?:-|$)/.test(name));
  editor
    .chain()
    .focus()
    .command(({ tr }) => {
      const names = ['callout', `callout-${kind}`, ...others].join(' ');
      tr.setNodeAttribute(around.at, 'kept', { ...kept, class: names });
      return true;
    })
    .run();
}

/** Takes the blocks out of their callout. */
export const removeCallout = (editor: Editor): boolean => editor.chain().focus().lift('callout').run();
