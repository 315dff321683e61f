/** Finding and replacing in the text: the places are marked, and one of them is the current one. */
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { type Editor, Extension } from '@tiptap/react';
import { type Match, matchesIn } from './matches';

export interface Search {
  wanted: string;
  isCaseSensitive: boolean;
}

interface Found extends Search {
  matches: Match[];
  /** Place of the current match in the list. */
  current: number;
  marks: DecorationSet;
}

const NOTHING: Found = {
  wanted: '',
  isCaseSensitive: false,
  matches: [],
  current: 0,
  marks: DecorationSet.empty,
};

const key = new PluginKey<Found>('find');

const marked = (found: Omit<Found, 'marks'>, { doc }: EditorState): Found => ({
  ...found,
  marks: DecorationSet.create(
    doc,
    found.matches.map(({ from, to }, at) =>
      Decoration.inline(from, to, { class: at === found.current ? 'found found-current' : 'found' }),
    ),
  ),
});

function next(tr: Transaction, was: Found, state: EditorState): Found {
  const change: Search | { current: number } | undefined = tr.getMeta(key);
  if (change && 'current' in change) return marked({ ...was, current: change.current }, state);
  if (!change && (!tr.docChanged || was.wanted === '')) return was;
  const search = change ?? was;
  const matches = matchesIn(state.doc, search.wanted, search.isCaseSensitive);
  // The first at the caret or after it.
  const after = matches.findIndex(({ to }) => to >= state.selection.from);
  const current = change ? Math.max(0, after) : Math.min(was.current, Math.max(0, matches.length - 1));
  const { wanted, isCaseSensitive } = search;
  return marked({ wanted, isCaseSensitive, matches, current }, state);
}

export const Find = Extension.create({
  name: 'find',
  addProseMirrorPlugins: () => [
    new Plugin<Found>({
      key,
      state: { init: () => NOTHING, apply: (tr, was, _before, state) => next(tr, was, state) },
      props: { decorations: (state) => key.getState(state)?.marks },
    }),
  ],
});

export const foundIn = (editor: Editor): Found => key.getState(editor.state) ?? NOTHING;

/** Brings the current match to where it is seen. */
function show(editor: Editor): void {
  editor.view.dom.querySelector('.found-current')?.scrollIntoView({ block: 'center' });
}

export function search(editor: Editor, wanted: Search): void {
  editor.view.dispatch(editor.state.tr.setMeta(key, wanted));
  show(editor);
}

export function step(editor: Editor, direction: 1 | -1): void {
  const { matches, current } = foundIn(editor);
  if (matches.length === 0) return;
  const at = (current + direction + matches.length) % matches.length;
  editor.view.dispatch(editor.state.tr.setMeta(key, { current: at }));
  show(editor);
}

/** Writes another text over a match; the marks of its first letter stay. */
function write(tr: Transaction, { from, to }: Match, text: string): void {
  if (text === '') tr.delete(from, to);
  else tr.insertText(text, from, to);
}

/** Replaces the current match, and goes to the next. */
export function replaceCurrent(editor: Editor, text: string): void {
  const { matches, current, wanted, isCaseSensitive } = foundIn(editor);
  const match = matches[current];
  if (match === undefined) return;
  const { tr } = editor.state;
  write(tr, match, text);
  editor.view.dispatch(tr);
  const rest = matchesIn(editor.state.doc, wanted, isCaseSensitive);
  const after = rest.findIndex(({ from }) => from >= match.from + text.length);
  editor.view.dispatch(editor.state.tr.setMeta(key, { current: Math.max(0, after) }));
  show(editor);
}

/** Replaces all matches in one step, and answers how many. */
export function replaceAll(editor: Editor, text: string): number {
  const { matches } = foundIn(editor);
  const { tr } = editor.state;
  for (const match of [...matches].reverse()) write(tr, match, text);
  if (tr.docChanged) editor.view.dispatch(tr);
  return matches.length;
}

/** Ends the search with the current match selected. */
export function endSearch(editor: Editor): void {
  const { matches, current } = foundIn(editor);
  const match = matches[current];
  editor.view.dispatch(editor.state.tr.setMeta(key, { wanted: '', isCaseSensitive: false }));
  if (match) editor.commands.setTextSelection(match);
}
