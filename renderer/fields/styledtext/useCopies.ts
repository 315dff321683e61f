/**
 * Copies of pictures that are not in the folder: the server fetches those of other sites, those that are data in the
 * address are uploaded, and the text then shows the copy.
 */
import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import { useAnnounce } from '../../ui/Announcer';
import { plural } from '../../ui/format';
import { notifyFailed } from '../../ui/notify';
import { pathIn, useForm } from '../form-context';
import { missingAddress } from './missing-images';

const texts = {
  fetching: (count: number) => plural(count, 'Downloading # image', 'Downloading # images'),
  fetched: 'Copy inserted',
  failed: (name: string) =>
    name === '' ? 'Could not add a pasted image' : `Could not add the pasted image “${name}”`,
  damaged: 'What was pasted is not an image that can be read. Choose its file in the text.',
};

/** How a copy is doing; undefined when none was asked for. */
export type CopyState = { state: 'fetching' } | { state: 'failed'; reason: string };

export interface Copies {
  /** Copies can be made here. */
  enabled: boolean;
  stateOf(src: string): CopyState | undefined;
  /** Fetches these addresses one after the other. */
  fetch(editor: Editor, sources: readonly string[]): Promise<void>;
  /** Has pictures with this address show a file. */
  put(editor: Editor, src: string, file: File): Promise<void>;
}

/** The host a picture is loaded from, when that is another than this page's. */
export function otherHost(src: string): string | undefined {
  const url = URL.canParse(src, location.href) ? new URL(src, location.href) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && url.origin !== location.origin
    ? url.host
    : undefined;
}

const isData = (src: string) => /^data:image\//i.test(src);

/** The addresses of pictures whose bytes are in the address itself. */
export const dataAmong = (sources: readonly string[]): string[] => sources.filter(isData);

/** The bytes in an address; none where they are not written as it says. */
function bytesIn(data: string, isBase64: boolean): Uint8Array<ArrayBuffer> {
  try {
    const text = decodeURIComponent(data);
    if (!isBase64) return new TextEncoder().encode(text);
    return Uint8Array.from(atob(text.replace(/\s/g, '')), (sign) => sign.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

/** The picture an address holds, as a file. */
function fileIn(src: string): File {
  const [, type = 'image/png', encoding = '', data = ''] =
    /^data:(image\/[\w.+-]+)[^,]*?(;base64)?,([\s\S]*)$/i.exec(src) ?? [];
  const bytes = bytesIn(data, encoding !== '');
  const extension = /^image\/([a-z]+)/i.exec(type)?.[1] ?? 'png';
  return new File([bytes], `image.${extension === 'jpeg' ? 'jpg' : extension}`, { type });
}

/** Whether the browser can read an image; of SVG the server says it. */
const isReadable = (file: File): Promise<boolean> =>
  file.type.startsWith('image/svg')
    ? Promise.resolve(true)
    : createImageBitmap(file).then(
        (bitmap) => {
          bitmap.close();
          return true;
        },
        () => false,
      );

/** The alternative text of the first picture with this address. */
function altOf(editor: Editor, src: string): string {
  let alt = '';
  editor.state.doc.descendants((node) => {
    if (alt === '' && node.attrs.src === src) alt = String(node.attrs.alt ?? '');
  });
  return alt;
}

/** Has every picture with this address show another one. */
function replaceSource(editor: Editor, src: string, copy: string): void {
  const { tr } = editor.state;
  // Undo takes back what was pasted; it does not bring its bytes back into the text.
  if (isData(src)) tr.setMeta('addToHistory', false);
  editor.state.doc.descendants((node, at) => {
    if (!['image', 'figureImage'].includes(node.type.name) || node.attrs.src !== src) return;
    const { srcset: _srcset, sizes: _sizes, ...kept } = node.attrs.kept ?? {};
    tr.setNodeMarkup(at, null, {
      ...node.attrs,
      src: copy,
      kept: Object.keys(kept).length === 0 ? null : kept,
    });
  });
  if (tr.docChanged) editor.view.dispatch(tr);
}

export function useCopies(name: string): Copies {
  const form = useForm();
  const path = pathIn(form, name);
  const announce = useAnnounce();
  const [states, setStates] = useState<ReadonlyMap<string, CopyState>>(new Map());
  const { files } = form;

  function set(src: string, state: CopyState | undefined): void {
    setStates((last) => {
      const next = new Map(last);
      if (state === undefined) next.delete(src);
      else next.set(src, state);
      return next;
    });
  }

  function fail(src: string, reason: string): void {
    set(src, { state: 'failed', reason });
    announce(reason);
  }

  async function one(editor: Editor, src: string, chosen?: File): Promise<void> {
    if (files === undefined) return;
    const inAddress = isData(src) ? fileIn(src) : undefined;
    const name = inAddress && altOf(editor, src);
    try {
      if (inAddress && !(await isReadable(inAddress))) {
        const place = missingAddress();
        if (!editor.isDestroyed) replaceSource(editor, src, place);
        set(src, undefined);
        fail(place, texts.damaged);
        notifyFailed(texts.failed(name ?? ''), texts.damaged);
        return;
      }
      const copy = await files.embed(path, chosen ?? inAddress ?? new URL(src, location.href));
      if (!editor.isDestroyed) replaceSource(editor, src, copy);
      set(src, undefined);
      announce(texts.fetched);
    } catch (error) {
      if (name !== undefined) notifyFailed(texts.failed(name), error);
      fail(src, error instanceof Error ? error.message : String(error));
    }
  }

  return {
    enabled: files !== undefined && !form.locked,
    stateOf: (src) => states.get(src),
    async put(editor, src, file) {
      set(src, { state: 'fetching' });
      await one(editor, src, file);
    },
    async fetch(editor, sources) {
      const wanted = [...new Set(sources)].filter((src) => states.get(src)?.state !== 'fetching');
      if (wanted.length === 0) return;
      for (const src of wanted) set(src, { state: 'fetching' });
      announce(texts.fetching(wanted.length));
      for (const src of wanted) await one(editor, src);
    },
  };
}
