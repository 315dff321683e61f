/**
 * Images that were pasted without their bytes: their address means something only to the program that was copied from.
 * They have a place in the text, where their file can be chosen, and are not written until it is.
 */

/** Addresses that mean something only to the program that was copied from. */
export const ELSEWHERE = /^(?:blob|file|cid|webkit-fake-url):|^$/i;

const MISSING = 'plinth-missing:';

export const isMissing = (src: unknown): boolean => typeof src === 'string' && src.startsWith(MISSING);

/** The address of the place of a missing image; those with the same one are one. */
export const missingAddress = (src = ''): string => MISSING + (src === '' ? crypto.randomUUID() : src);

/** Marks an image as missing. */
export function markMissing(image: Element): void {
  image.setAttribute('src', missingAddress(image.getAttribute('src')?.trim()));
}

/** The name of the file in the address of a missing image; empty where it has none. */
export const fileNameIn = (src: string): string =>
  /[^/\\]+\.(?:png|jpe?g|gif|webp|avif|svg|bmp|tiff?)$/i.exec(src)?.[0] ?? '';

/** Takes missing images out of what is written; the words of a caption stay as a paragraph. A paragraph of nothing else goes. */
export function dropMissing(root: ParentNode): void {
  for (const image of root.querySelectorAll(`img[src^="${MISSING}"]`)) {
    const figure = image.closest('figure');
    const caption = figure?.querySelector(':scope > figcaption');
    if (figure && caption && caption.childNodes.length > 0) {
      const words = image.ownerDocument.createElement('p');
      words.append(...caption.childNodes);
      figure.replaceWith(words);
      continue;
    }
    const around = image.parentElement;
    (figure ?? image).remove();
    if (around?.localName === 'p' && around.childNodes.length === 0) around.remove();
  }
}
