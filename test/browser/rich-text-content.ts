/** Objects with many rich texts, for tests of what comes back of them; and the clipboard. */
import { readFile } from 'node:fs/promises';
import type { Files, Locator } from './plinth.ts';

/** A collection of one object with a rich text for each of `texts`, named `t0`, `t1`, …. */
export const textsOf = (texts: Record<string, string>, settings: Record<string, unknown> = {}): Files => ({
  '.schemas/sample.json': {
    id: 'sample',
    type: 'object',
    properties: {
      id: { type: 'slug', field: 'id', label: 'ID' },
      note: { type: 'string', field: 'text', label: 'Note' },
      ...Object.fromEntries(
        Object.keys(texts).map((label, at) => [
          `t${at}`,
          { type: 'string', field: 'styledtext', label, settings },
        ]),
      ),
    },
  },
  'texts/.meta.json': { id: 'texts', schema: 'sample', name: 'Texts' },
  'texts/all.json': {
    id: 'all',
    ...Object.fromEntries(Object.values(texts).map((html, at) => [`t${at}`, html])),
  },
});

export const ALL_TEXTS = '/admin/c/texts/all';
export const FILE_OF_TEXTS = 'texts/all.json';

/** What a program puts on the clipboard. */
export const clipboardOf = (name: string): Promise<string> =>
  readFile(new URL(`../fixtures/paste/${name}.html`, import.meta.url), 'utf8');

/** Pastes what a clipboard holds, by type, and an image file in base64 beside it. */
export const pasteAll = (text: Locator, content: Record<string, string>, image?: string) =>
  text.evaluate(
    (element, clipboard) => {
      const data = new DataTransfer();
      for (const [type, words] of Object.entries(clipboard.content)) data.setData(type, words);
      if (clipboard.image !== undefined) {
        const bytes = Uint8Array.from(atob(clipboard.image), (sign) => sign.charCodeAt(0));
        data.items.add(new File([bytes], 'image.png', { type: 'image/png' }));
      }
      element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    },
    { content, image },
  );

const pasteAs = (type: string) => (text: Locator, content: string) => pasteAll(text, { [type]: content });

/** Pastes HTML at the caret of a rich text. */
export const paste = pasteAs('text/html');

/** Pastes plain text at the caret of a rich text. */
export const pasteText = pasteAs('text/plain');
