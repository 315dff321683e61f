import { useEffect } from 'react';

/** A field that does not take the focus for so long takes none, in ms: keys are no longer held back. */
const LONGEST = 2000;

/** What a key writes: nothing for one of a shortcut. AltGr writes, and is Ctrl and Alt together for some systems. */
export function writtenBy(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'getModifierState'>,
): string {
  const isShortcut = event.metaKey || (event.ctrlKey && !event.getModifierState('AltGraph'));
  return event.key.length === 1 && !isShortcut ? event.key : '';
}

/**
 * Gives the field that a shortcut opens also the letters that are typed before it has the focus. Without it they would
 * go to what had the focus before, such as the text of an object. An accent that follows a dead key is one of these
 * letters. What an input method composes is not: the system writes it into what has the focus, and no event of the page
 * can lead it elsewhere or take it back.
 */
export function useEarlyKeys(opened: boolean): void {
  useEffect(() => {
    if (!opened) return;
    let typed = '';
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' || event.key === 'Tab') return;
      typed += writtenBy(event);
      event.preventDefault();
      event.stopPropagation();
    };
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLInputElement)) return;
      stop();
      // The only way to type that the field, its state and its undo all notice.
      if (typed !== '') document.execCommand('insertText', false, typed);
    };
    const stop = () => {
      clearTimeout(limit);
      window.removeEventListener('keydown', onKey, true);
      window.removeEventListener('focusin', onFocus);
    };
    if (document.activeElement?.matches('input[data-autofocus]')) return;
    const limit = setTimeout(() => stop(), LONGEST);
    window.addEventListener('keydown', onKey, true);
    window.addEventListener('focusin', onFocus);
    return stop;
  }, [opened]);
}
