import { useEffect, useMemo } from 'react';
import type { PropertyOnWire } from '#contract/schemas';
import { own } from '../../json';
import { notifyDone, notifyFailed, notifyWarning } from '../../ui/notify';
import { asObject } from '../../unsaved/part-store';
import { shownValue } from '../../unsaved/read-form';
import { controlId, useForm } from '../form-context';
import { readItems, writeItems } from './clipboard';
import type { DeckActions } from './useDeck';

const texts = {
  copied: 'Item copied. It can be pasted into this field of any object.',
  partly: 'Some values were not copied',
  partlyPasted: 'Some values were not pasted',
  left: (names: readonly string[]) => `Omitted: ${names.slice(0, 10).join(', ')}.`,
  notCopied: 'The item could not be copied',
  notPasted: 'Nothing was pasted',
  noAccess: 'The browser does not give access to the clipboard. Select an item and press Ctrl+V.',
  full: (max: number) => `The field takes at most ${max} items.`,
};

interface Deck {
  name: string;
  definition: PropertyOnWire;
  /** Path of the deck from the object. */
  path: string;
  max: number;
  locked: boolean;
  actions: DeckActions;
  onShow(id: string): void;
}

/** The item whose line has the focus; undefined in a form inside of it, where texts are copied. */
function focusedItem(ids: readonly string[], path: string): string | undefined {
  const focused = document.activeElement?.id;
  return ids.find((id) => focused === controlId(`${path}.${id}`));
}

/** The keys of the system. A line holds no text, so that browsers report them of the page. */
function useClipboardKeys(onCopy: (event: ClipboardEvent) => void, onPaste: (event: ClipboardEvent) => void) {
  useEffect(() => {
    document.addEventListener('copy', onCopy);
    document.addEventListener('paste', onPaste);
    return () => {
      document.removeEventListener('copy', onCopy);
      document.removeEventListener('paste', onPaste);
    };
  }, [onCopy, onPaste]);
}

/** Copies items of a deck and pastes them into it, by menu and by the keys of the system. */
export function useItemClipboard({ name, definition, path, max, locked, actions, onShow }: Deck) {
  const { store, partSchemas, fields } = useForm();
  const clipboard = useMemo(() => {
    const deck = { definition, partSchemas, fields };
    const itemsNow = () => asObject(shownValue(store.get(), name));
    const written = (id: string) => writeItems([own(itemsNow(), id) ?? {}], deck);

    function say(left: readonly string[]) {
      if (left.length > 0) notifyWarning(texts.partly, texts.left(left));
      else notifyDone(texts.copied);
    }
    function take(text: string, after?: string) {
      try {
        const { items, left } = readItems(text, deck);
        if (Object.keys(itemsNow()).length + items.length > max) throw new Error(texts.full(max));
        const [first] = actions.insert(items, after);
        if (left.length > 0) notifyWarning(texts.partlyPasted, texts.left(left));
        if (first !== undefined) onShow(first);
      } catch (error) {
        notifyFailed(texts.notPasted, error);
      }
    }
    async function copy(id: string) {
      const { text, left } = written(id);
      try {
        await navigator.clipboard.writeText(text);
      } catch (error) {
        notifyFailed(texts.notCopied, error);
        return;
      }
      say(left);
    }
    async function paste(after?: string) {
      let text: string;
      try {
        text = await navigator.clipboard.readText();
      } catch {
        notifyFailed(texts.notPasted, texts.noAccess);
        return;
      }
      take(text, after);
    }
    return {
      copy,
      paste,
      onCopy(event: ClipboardEvent) {
        const id = focusedItem(Object.keys(itemsNow()), path);
        if (id === undefined || getSelection()?.isCollapsed === false) return;
        const { text, left } = written(id);
        event.clipboardData?.setData('text/plain', text);
        event.preventDefault();
        say(left);
      },
      onPaste(event: ClipboardEvent) {
        const id = focusedItem(Object.keys(itemsNow()), path);
        if (id === undefined || locked) return;
        event.preventDefault();
        take(event.clipboardData?.getData('text/plain') ?? '', id);
      },
    };
  }, [name, definition, path, max, locked, actions, onShow, store, partSchemas, fields]);
  useClipboardKeys(clipboard.onCopy, clipboard.onPaste);
  return clipboard;
}
