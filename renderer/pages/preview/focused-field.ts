/** Which field has the focus, and where a text is in a field. */
import { useEffect, useRef } from 'react';
import { controlId } from '../../fields/form-context';
import { focusField } from '../../form/focus-field';
import { folded } from './match-parts';

const BLOCKS = 'p, h1, h2, h3, h4, h5, h6, li, blockquote, td, th, figcaption';
/** Milliseconds in one field before the page follows. */
const PAUSE = 120;

/** The words around the cursor in a rich text. */
function wordsAtCursor(): string {
  const node = window.getSelection()?.anchorNode;
  const element = node instanceof Element ? node : node?.parentElement;
  if (!element?.closest('[contenteditable=true]')) return '';
  return element.closest(BLOCKS)?.textContent ?? '';
}

/** Calls back with the path of the field that is gone into, and the words around the cursor in it. */
export function useFocusedField(onField: (path: string, near: string) => void): void {
  const latest = useRef(onField);
  latest.current = onField;
  useEffect(() => {
    let timer: number | undefined;
    const look = ({ target }: Event) => {
      const field = target instanceof Element ? target.closest<HTMLElement>('[data-property]') : null;
      const path = field?.dataset.property;
      if (path === undefined) return;
      window.clearTimeout(timer);
      timer = window.setTimeout(() => latest.current(path, wordsAtCursor()), PAUSE);
    };
    document.addEventListener('focusin', look);
    document.addEventListener('click', look);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener('focusin', look);
      document.removeEventListener('click', look);
    };
  }, []);
}

/** Puts the cursor before a sentence of a rich text. False where the field has none, or does not show it yet. */
function placeCursor(path: string, text: string): boolean {
  const frame = document.getElementById(`${controlId(path)}-field`);
  const wanted = folded(text);
  const blocks = frame?.querySelectorAll<HTMLElement>(`[contenteditable=true] :is(${BLOCKS})`) ?? [];
  const block = [...blocks].find(({ textContent }) => wanted !== '' && folded(textContent).includes(wanted));
  if (!block) return false;
  window.getSelection()?.collapse(block, 0);
  block.scrollIntoView({ block: 'center' });
  return true;
}

/** Puts the cursor into a field, in a rich text before the sentence. False where the form does not draw the field. */
export function focusText(path: string, text: string): boolean {
  if (!focusField(path)) return false;
  if (!placeCursor(path, text)) requestAnimationFrame(() => placeCursor(path, text));
  return true;
}
