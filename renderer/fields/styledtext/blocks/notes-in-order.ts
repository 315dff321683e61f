/**
 * Keeps the notes of a text in step with its numbers: in their order, none missing, none left over. A number that is
 * copied has the words of its note with it, so that they come along.
 */
import {
  DOMSerializer,
  type Node as DocumentNode,
  DOMParser as DocumentParser,
  Fragment,
  type Schema,
  Slice,
} from '@tiptap/pm/model';
import { type EditorState, Plugin, type Transaction } from '@tiptap/pm/state';
import { parseHtml } from '../canonical';
import { PerBlock } from '../per-block';

/** What the ids of a note and of its number begin with. */
export const NOTE = 'fn-';
export const NUMBER = 'fnref-';
/** Where a number on the clipboard has the words of its note, as HTML. */
export const WORDS = 'data-plinth-note';

interface NumberAt {
  at: number;
  name: string;
  number: number;
  words: string | null;
}

interface Notes {
  /** Names of the notes in the order of their numbers, each once. */
  names: string[];
  /** Places of the numbers, with what they show now. */
  numbers: NumberAt[];
  section: { at: number; node: DocumentNode } | undefined;
}

/** Numbers in a block that is not in another, by their distance from its start. */
function numbersIn(block: DocumentNode): NumberAt[] {
  const numbers: NumberAt[] = [];
  if (block.type.name === 'footnotes') return numbers;
  block.descendants(({ type, attrs }, at) => {
    if (type.name !== 'footnoteReference') return;
    const { note, number, words } = attrs;
    numbers.push({ at: at + 1, name: String(note), number: Number(number), words: words ?? null });
  });
  return numbers;
}

function finder(): (document: DocumentNode) => Notes {
  const blocks = new PerBlock(numbersIn);
  return (document) => {
    const notes: Notes = { names: [], numbers: [], section: undefined };
    const names = new Set<string>();
    const found = blocks.of(document);
    document.forEach((node, at, index) => {
      if (node.type.name === 'footnotes') notes.section ??= { at, node };
      for (const number of found[index] ?? []) {
        names.add(number.name);
        notes.numbers.push({ ...number, at: at + number.at });
      }
    });
    notes.names.push(...names);
    return notes;
  };
}

/** A new note; with the words that its number has brought along, or empty. */
export function noteFor(schema: Schema, note: string, words?: string | null): DocumentNode | undefined {
  const { footnote, paragraph } = schema.nodes;
  if (words === undefined || words === null) return footnote?.create({ note }, paragraph?.create());
  const topNode = footnote?.create({ note });
  return topNode && DocumentParser.fromSchema(schema).parse(parseHtml(words), { topNode });
}

/** Numbers the notes in the order of the text; makes those that are missing, and removes those without a number. */
function putInOrder({ tr, schema }: EditorState, { names, numbers, section }: Notes, had: readonly string[]) {
  const brought = new Map(numbers.map(({ name, words }) => [name, words]));
  const isNew = [...brought.values()].some((words) => words !== null);
  // Numbers of notes that are not known here, as in HTML that is kept, are left alone.
  if (section === undefined && !isNew) return undefined;
  const there = new Map((section?.node.children ?? []).map((note) => [String(note.attrs.note), note]));
  // Only notes whose number has just been deleted go; a note that never had one is kept.
  const deleted = had.filter((name) => !names.includes(name));
  const others = [...there.keys()].filter((name) => !names.includes(name) && !deleted.includes(name));
  const order = [...names, ...others];
  if (section === undefined || [...there.keys()].join() !== order.join()) {
    const wanted = order.flatMap((name) => there.get(name) ?? noteFor(schema, name, brought.get(name)) ?? []);
    if (section === undefined)
      tr.insert(tr.doc.content.size, schema.nodes.footnotes?.create(null, wanted) ?? []);
    else if (wanted.length === 0) tr.delete(section.at, section.at + section.node.nodeSize);
    else tr.replaceWith(section.at + 1, section.at + section.node.nodeSize - 1, wanted);
  }
  for (const { at, name, number, words } of numbers) {
    const right = names.indexOf(name) + 1;
    if (number !== right) tr.setNodeAttribute(tr.mapping.map(at), 'number', right);
    if (words !== null) tr.setNodeAttribute(tr.mapping.map(at), 'words', null);
  }
  return tr.docChanged ? tr : undefined;
}

/** What is copied, its numbers with the words of their notes. */
function withWords(fragment: Fragment, wordsOf: (name: string) => string | null): Fragment {
  const nodes = fragment.content.map((node) => {
    if (node.type.name !== 'footnoteReference') return node.copy(withWords(node.content, wordsOf));
    return node.type.create({ ...node.attrs, words: wordsOf(String(node.attrs.note)) }, null, node.marks);
  });
  return Fragment.from(nodes);
}

function wordsOf({ doc, schema }: EditorState, name: string): string | null {
  const section = doc.children.find(({ type }) => type.name === 'footnotes');
  const note = section?.children.find(({ attrs }) => attrs.note === name);
  if (note === undefined) return null;
  const { ownerDocument: inert } = parseHtml('');
  const root = inert.createElement('div');
  root.append(DOMSerializer.fromSchema(schema).serializeFragment(note.content, { document: inert }));
  return root.innerHTML;
}

export function notesPlugin(): Plugin {
  const notesIn = finder();
  return new Plugin({
    appendTransaction(transactions: readonly Transaction[], before, state) {
      if (!transactions.some(({ docChanged }) => docChanged)) return undefined;
      const notes = notesIn(state.doc);
      if (notes.section === undefined && notes.numbers.length === 0) return undefined;
      return putInOrder(state, notes, notesIn(before.doc).names);
    },
    props: {
      transformCopied: ({ content, openStart, openEnd }, { state }) =>
        new Slice(
          withWords(content, (name) => wordsOf(state, name)),
          openStart,
          openEnd,
        ),
    },
  });
}
