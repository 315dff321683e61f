/** Between HTML and the editor's document. */
import {
  DOMSerializer,
  type Node as DocumentNode,
  DOMParser as DocumentParser,
  type Schema,
} from '@tiptap/pm/model';
import { lostWords, parseHtml, tighten, wordsOfHtml } from './canonical';

/** The document's HTML as people write it; nothing for an empty document. */
export function htmlOf(document: DocumentNode): string {
  const root = globalThis.document.createElement('div');
  root.append(DOMSerializer.fromSchema(document.type.schema).serializeFragment(document.content));
  tighten(root);
  return root.innerHTML === '<p></p>' ? '' : root.innerHTML;
}

/** What the editor would lose of a text, by name; `undefined` when it gives it back whole. */
export function lossOf(html: string, schema: Schema): string[] | undefined {
  const source = parseHtml(html);
  const before = wordsOfHtml(source);
  const after = wordsOfHtml(parseHtml(htmlOf(DocumentParser.fromSchema(schema).parse(source))));
  if (before.length === after.length && before.every((word, at) => word === after[at])) return undefined;
  if (before.length === 0) return undefined;
  return lostWords(before, after);
}

/** Words of a text as a word processor counts them. */
export function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu)?.length ?? 0;
}
