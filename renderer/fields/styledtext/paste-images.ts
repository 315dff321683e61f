/**
 * Images whose bytes are on the clipboard beside the HTML, which only names files of another computer or program: as
 * files, or inside the RTF that Word and LibreOffice write.
 */
import { parseHtml } from './canonical';
import { ELSEWHERE } from './missing-images';

/** The end of the group that begins at `start`, which is a brace. */
function endOfGroup(rtf: string, start: number): number {
  let depth = 0;
  for (let at = start; at < rtf.length; at++) {
    const sign = rtf[at];
    if (sign === '\\') at++;
    else if (sign === '{') depth++;
    else if (sign === '}' && --depth === 0) return at + 1;
  }
  return rtf.length;
}

/** What a group says itself, without the groups in it. */
function ownText(group: string): string {
  let own = '';
  for (let at = 1; at < group.length - 1; ) {
    if (group[at] !== '{') own += group[at++];
    else {
      // A number before the group ends with it.
      own += ' ';
      at = endOfGroup(group, at);
    }
  }
  return own;
}

/** The PNG and JPEG images of an RTF text, in its order. */
function imagesInRtf(rtf: string): Blob[] {
  const images: Blob[] = [];
  for (let at = rtf.indexOf('{\\pict'); at !== -1; ) {
    const end = endOfGroup(rtf, at);
    // The same image again, for old programs.
    const isCopy = /\{\\nonshppict\s*$/.test(rtf.slice(Math.max(0, at - 20), at));
    const own = isCopy ? '' : ownText(rtf.slice(at, end));
    const type = /\\(png|jpeg)blip\b/.exec(own)?.[1];
    const hex = own.replace(/\\[a-z]+-?\d*/gi, '').replace(/\s/g, '');
    if (type !== undefined && hex !== '' && /^(?:[\da-f]{2})+$/i.test(hex)) {
      const bytes = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
      images.push(new Blob([bytes], { type: `image/${type}` }));
    }
    at = rtf.indexOf('{\\pict', end);
  }
  return images;
}

interface Found {
  root: HTMLElement;
  images: readonly HTMLImageElement[];
  bytes: readonly Blob[];
}

/**
 * The images of the clipboard's HTML whose bytes are beside it. They belong together by their order, so all of them
 * must be there; undefined where that is not certain.
 */
export function imagesBeside(transfer: DataTransfer): Found | undefined {
  const html = transfer.getData('text/html');
  if (!/<img\b/i.test(html)) return undefined;
  const root = parseHtml(html);
  const all = [...root.querySelectorAll('img')];
  const local = all.filter((image) => ELSEWHERE.test(image.getAttribute('src')?.trim() ?? ''));
  const files = [...transfer.files].filter(({ type }) => type.startsWith('image/'));
  const isOneImage = all.length === 1 && (root.textContent ?? '').trim() === '';
  // A browser copies an image with its address and its bytes.
  if (isOneImage && files.length === 1) return { root, images: all, bytes: files };
  if (local.length === 0) return undefined;
  if (files.length === local.length) return { root, images: local, bytes: files };
  const bytes = imagesInRtf(transfer.getData('text/rtf'));
  return bytes.length === local.length ? { root, images: local, bytes } : undefined;
}

const addressOf = (bytes: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(bytes);
  });

/** The HTML with the bytes of the images in their addresses. */
export async function withBytes({ root, images, bytes }: Found): Promise<string> {
  const addresses = await Promise.all(bytes.map(addressOf));
  for (const [at, image] of images.entries()) image.setAttribute('src', addresses[at] ?? '');
  return root.innerHTML;
}
