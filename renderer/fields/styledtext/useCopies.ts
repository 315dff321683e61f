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

const texts = {
  fetching: (count: number) => plural(count, 'Downloading # image', 'Downloading # images'),
  fetched: 'Copy inserted',
  failed: 'Could not add a pasted image',
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

/** The picture an address holds, as a file. */
function fileIn(src: string): File {
  const [, type = 'image/png', encoding = '', data = ''] =
    /^data:(image\/[\w.+-]+)[^,]*?(;base64)?,([\s\S]*)$/i.exec(src) ?? [];
  const text = decodeURIComponent(data);
  const bytes =
    encoding === ''
      ? new TextEncoder().encode(text)
      : Uint8Array.from(atob(text.replace(/\s/g, '')), (sign) => sign.charCodeAt(0));
  const extension = /^image\/([a-z]+)/i.exec(type)?.[1] ?? 'png';
  return new File([bytes], `image.${extension === 'jpeg' ? 'jpg' : extension}`, { type });
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

  async function one(editor: Editor, src: string, file?: File): Promise<void> {
    if (files === undefined) return;
    try {
      const copy = await files.embed(path, file ?? (isData(src) ? fileIn(src) : new URL(src, location.href)));
      if (!editor.isDestroyed) replaceSource(editor, src, copy);
      set(src, undefined);
      announce(texts.fetched);
    } catch (error) {
      if (isData(src)) notifyFailed(texts.failed, error);
      const reason = error instanceof Error ? error.message : String(error);
      set(src, { state: 'failed', reason });
      announce(reason);
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
      for (const src of wanted) set(src, { state: 'fetching' });
      announce(texts.fetching(wanted.length));
      for (const src of wanted) await one(editor, src);
    },
  };
}
