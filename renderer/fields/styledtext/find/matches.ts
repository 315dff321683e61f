/** Where words occur in a text. */
import type { Node as DocumentNode } from '@tiptap/pm/model';

export interface Match {
  from: number;
  to: number;
}

/** More are counted, and neither shown nor replaced one by one. */
export const MOST_MATCHES = 5000;

/** Stands for an image and the like, which is one place long, as a letter is. */
const LEAF = '\ufffc';

/** Text with case folded, of the same length, so that places stay. */
const folded = (text: string) =>
  text.replace(/\p{Lu}/gu, (letter) => {
    const lower = letter.toLowerCase();
    return lower.length === letter.length ? lower : letter;
  });

/** All places of a text in the blocks of a document, in their order. */
export function matchesIn(document: DocumentNode, wanted: string, isCaseSensitive: boolean): Match[] {
  const found: Match[] = [];
  if (wanted === '') return found;
  const needle = isCaseSensitive ? wanted : folded(wanted);
  document.descendants((node, at) => {
    if (found.length >= MOST_MATCHES) return false;
    if (!node.isTextblock) return true;
    const plain = node.textBetween(0, node.content.size, undefined, LEAF);
    const text = isCaseSensitive ? plain : folded(plain);
    for (
      let index = text.indexOf(needle);
      index !== -1;
      index = text.indexOf(needle, index + needle.length)
    ) {
      found.push({ from: at + 1 + index, to: at + 1 + index + needle.length });
      if (found.length >= MOST_MATCHES) break;
    }
    return false;
  });
  return found;
}
