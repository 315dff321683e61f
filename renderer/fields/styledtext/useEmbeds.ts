/** Files into a rich text: pictures are shown where they were put, all others linked by their name. */
import type { Editor } from '@tiptap/react';
import { useRef, useState } from 'react';
import type { ChosenFile } from '../../api/media';
import { useAnnounce } from '../../ui/Announcer';
import { plural } from '../../ui/format';
import { notifyFailed } from '../../ui/notify';
import { pathIn, useForm } from '../form-context';

const texts = {
  busy: (count: number) => plural(count, 'Adding # file', 'Adding # files'),
  added: (name: string) => `${name} inserted`,
  failed: (name: string) => `Could not add ${name}`,
};

export interface Embeds {
  /** Files can be put into the text here. */
  enabled: boolean;
  /** How many are on their way. */
  busy: number;
  /** Uploads files one after the other; `at`: place in the text, else where the caret is; `alt`: else that of the file. */
  add(
    editor: Editor,
    files: readonly (File | ChosenFile)[],
    options?: { at?: number; alt?: string | undefined },
  ): Promise<void>;
}

/** The alternative text that comes with a file; null for none, which is not the empty one of a decorative image. */
const altOf = (file: File | ChosenFile): string | null => (file instanceof File ? null : file.alt || null);

export function useEmbeds(name: string): Embeds {
  const form = useForm();
  const path = pathIn(form, name);
  const files = form.files;
  const announce = useAnnounce();
  const [busy, setBusy] = useState(0);
  const last = useRef<Promise<unknown>>(Promise.resolve());

  async function put(
    editor: Editor,
    file: File | ChosenFile,
    { at, alt }: { at?: number; alt?: string | undefined },
  ): Promise<void> {
    if (files === undefined) return;
    try {
      const src = await files.embed(path, file);
      const content = file.type.startsWith('image/')
        ? { type: 'image', attrs: { src, alt: alt ?? altOf(file) } }
        : { type: 'text', text: file.name, marks: [{ type: 'link', attrs: { href: src } }] };
      const place =
        at === undefined ? editor.state.selection.to : Math.min(at, editor.state.doc.content.size);
      editor.chain().focus().insertContentAt(place, content).run();
      announce(texts.added(file.name));
    } catch (error) {
      notifyFailed(texts.failed(file.name), error);
    } finally {
      setBusy((count) => count - 1);
    }
  }

  return {
    enabled: files !== undefined && !form.locked,
    busy,
    add(editor, some, options = {}) {
      setBusy((count) => count + some.length);
      announce(texts.busy(some.length));
      const work = some.reduce<Promise<unknown>>(
        (before, file) => before.then(() => put(editor, file, options)),
        last.current,
      );
      last.current = work;
      return work.then(() => undefined);
    },
  };
}
