/** Files into a rich text: pictures are shown where they were put, all others linked by their name. */
import type { Editor } from '@tiptap/react';
import { useRef, useState } from 'react';
import type { ChosenFile } from '../../api/media';
import { useAnnounce } from '../../ui/Announcer';
import { plural } from '../../ui/format';
import { notifyFailed } from '../../ui/notify';
import { pathIn, useForm } from '../form-context';
import { caretBehind, Place, putImage, putLink } from './places';

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
  /** Uploads files one after the other. */
  add(editor: Editor, files: readonly (File | ChosenFile)[], options?: Options): Promise<void>;
}

interface Options {
  /** Place in the text, else where the caret is. */
  at?: number;
  /** Else that of the file. */
  alt?: string | undefined;
}

/** The alternative text that comes with a file; null for none, which is not the empty one of a decorative image. */
const altOf = (file: File | ChosenFile): string | null => (file instanceof File ? null : file.alt || null);

/** Whether the user has gone on to another control while a file was on its way: the focus stays there. */
function isElsewhere({ view }: Editor): boolean {
  const { activeElement: active, body } = document;
  return active !== null && active !== body && !view.dom.closest('[data-property]')?.contains(active);
}

export function useEmbeds(name: string): Embeds {
  const form = useForm();
  const path = pathIn(form, name);
  const files = form.files;
  const announce = useAnnounce();
  const [busy, setBusy] = useState(0);
  const last = useRef<Promise<unknown>>(Promise.resolve());

  /** Puts a file where a place is now; the place then is behind it. */
  function insert(
    editor: Editor,
    place: Place,
    file: File | ChosenFile,
    src: string,
    options: Options,
  ): void {
    const { tr, schema, selection } = editor.state;
    const { at } = place;
    const image = schema.nodes.image?.create({ src, alt: options.alt ?? altOf(file) });
    const end =
      image && file.type.startsWith('image/')
        ? putImage(tr, at, image, { nearest: options.at !== undefined })
        : putLink(tr, at, file.name, src);
    // Where a user writes elsewhere by now, the caret stays there.
    const follows = selection.to === at;
    if (follows) caretBehind(tr, end);
    editor.view.dispatch(tr);
    place.at = end;
    if (follows && !isElsewhere(editor)) editor.commands.focus();
  }

  async function put(editor: Editor, place: Place, file: File | ChosenFile, options: Options): Promise<void> {
    if (files === undefined) return;
    try {
      const src = await files.embed(path, file);
      if (editor.isDestroyed) return;
      insert(editor, place, file, src, options);
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
      // Writing goes on while files are on their way.
      const place = new Place(editor, options.at ?? editor.state.selection.to);
      const work = some
        .reduce<Promise<unknown>>(
          (before, file) => before.then(() => put(editor, place, file, options)),
          last.current,
        )
        .then(() => place.release());
      last.current = work;
      return work;
    },
  };
}
