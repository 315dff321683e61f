/** Typing a slash offers blocks by name; what is typed after it narrows them. */
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { type Editor, Extension } from '@tiptap/react';
import type { Panel } from '../editor-context';
import { type BlockItem, filterItems } from './block-items';

export interface Slash {
  /** Where the slash is. */
  from: number;
  typed: string;
  /** Place of the selected item. */
  active: number;
}

export interface SlashOptions {
  items: readonly BlockItem[];
  open(panel: Panel): void;
  /** Begins the ids of the options. */
  id: string;
}

/** Longer text after a slash is text. */
const LONGEST = 24;

const key = new PluginKey<Slash | null>('slash');

type Change = { from: number } | { active: number } | 'close';

/** What is typed after the slash, while the caret is behind it. */
function typedAfter({ selection }: EditorState, from: number): string | undefined {
  const { $from, empty } = selection;
  if (!empty || from < $from.start() || from >= $from.pos) return undefined;
  const text = $from.parent.textBetween(from - $from.start(), $from.parentOffset, '\n', '\n');
  return /^\/(?:\S+(?: \S*)?)?$/.test(text) && text.length <= LONGEST ? text.slice(1) : undefined;
}

function next(tr: Transaction, was: Slash | null, state: EditorState): Slash | null {
  const change: Change | undefined = tr.getMeta(key);
  if (change === 'close') return null;
  const from = change && 'from' in change ? change.from : was && tr.mapping.map(was.from, -1);
  if (from === null) return null;
  const typed = typedAfter(state, from);
  if (typed === undefined) return null;
  if (change && 'active' in change) return { from, typed, active: change.active };
  return was?.typed === typed ? { ...was, from } : { from, typed, active: 0 };
}

/** Whether a slash at the caret begins a word, in text that is no code. */
function beginsWord({ selection }: EditorState): boolean {
  const { $from, empty } = selection;
  const before = $from.parent.textBetween(Math.max(0, $from.parentOffset - 1), $from.parentOffset, '', '￼');
  const isCode = $from.parent.type.spec.code || $from.marks().some(({ type }) => type.spec.code);
  return empty && !isCode && /^\s?$/.test(before);
}

export const slashIn = (editor: Editor): Slash | null => key.getState(editor.state) ?? null;

/** Closes the menu, and leaves what was typed. */
export const closeSlash = (editor: Editor): void =>
  editor.view.dispatch(editor.state.tr.setMeta(key, 'close'));

/** Takes away what was typed, and runs an item. */
export function runSlash(editor: Editor, item: BlockItem, open: SlashOptions['open']): void {
  const slash = slashIn(editor);
  if (slash === null) return;
  editor.chain().focus().deleteRange({ from: slash.from, to: editor.state.selection.from }).run();
  item.run(editor, open);
}

export const SlashMenuKeys = Extension.create<SlashOptions>({
  name: 'slash',
  // Before Enter and the arrows mean anything else.
  priority: 1000,
  addOptions: () => ({ items: [], open: () => undefined, id: '' }),
  addProseMirrorPlugins() {
    const { editor, options } = this;
    const found = (slash: Slash) => filterItems(options.items, slash.typed);
    return [
      new Plugin<Slash | null>({
        key,
        state: { init: () => null, apply: (tr, was, _before, state) => next(tr, was, state) },
        props: {
          attributes(state): Record<string, string> {
            const slash = key.getState(state);
            if (!slash || found(slash).length === 0) return {};
            return {
              'aria-controls': options.id,
              'aria-activedescendant': `${options.id}-${slash.active}`,
            };
          },
          handleTextInput(view, from, _to, text) {
            if (text !== '/' || !beginsWord(view.state)) return false;
            view.dispatch(view.state.tr.insertText('/').setMeta(key, { from }));
            return true;
          },
          handleKeyDown(view, event) {
            const slash = key.getState(view.state);
            const items = slash ? found(slash) : [];
            if (!slash || items.length === 0 || event.ctrlKey || event.metaKey || event.altKey) return false;
            if (event.key === 'Escape') {
              closeSlash(editor);
              // The form would close, or leave the focus mode.
              event.stopPropagation();
              return true;
            }
            const item = items[slash.active];
            if ((event.key === 'Enter' || event.key === 'Tab') && item) {
              runSlash(editor, item, options.open);
              return true;
            }
            const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
            if (step === undefined) return false;
            const active = (slash.active + step + items.length) % items.length;
            view.dispatch(view.state.tr.setMeta(key, { active }));
            return true;
          },
        },
      }),
    ];
  },
});
