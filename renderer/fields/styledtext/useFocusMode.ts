/** The text alone, over the whole window. It ends with Escape, and when another field gets the focus. */
import { useEffect, useRef, useState } from 'react';
import { useAnnounce } from '../../ui/Announcer';

const texts = { on: 'Focus mode on. Escape leaves it.', off: 'Focus mode off' };

export function useFocusMode() {
  const [isOn, setOn] = useState(false);
  const announce = useAnnounce();
  const root = useRef<HTMLDivElement>(null);

  function set(next: boolean): void {
    setOn(next);
    announce(next ? texts.on : texts.off);
  }

  useEffect(() => {
    if (!isOn) return;
    const page = root.current?.closest('main');
    // Menus and dialogs are outside of the page.
    const leave = ({ target }: FocusEvent) => {
      if (target instanceof Node && !root.current?.contains(target)) setOn(false);
    };
    page?.addEventListener('focusin', leave);
    return () => page?.removeEventListener('focusin', leave);
  }, [isOn]);

  return {
    root,
    isOn,
    toggle: () => set(!isOn),
    /** False when it was not on. */
    leave(): boolean {
      if (isOn) set(false);
      return isOn;
    },
  };
}
