/** One tab stop for a toolbar: the arrow keys, Home and End go from control to control (ARIA, toolbar pattern). */
import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';

const CONTROLS = 'button:not(:disabled)';

const controlsOf = (bar: HTMLElement | null): HTMLElement[] => [
  ...(bar?.querySelectorAll<HTMLElement>(CONTROLS) ?? []),
];

/** The place a key leads to; undefined for any other key. */
function placeOf(key: string, at: number, count: number, rightToLeft: boolean): number | undefined {
  const forward = rightToLeft ? 'ArrowLeft' : 'ArrowRight';
  const back = rightToLeft ? 'ArrowRight' : 'ArrowLeft';
  if (key === forward) return (at + 1) % count;
  if (key === back) return (at - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

export interface RovingFocus {
  ref: RefObject<HTMLDivElement | null>;
  onKeyDown(event: KeyboardEvent): void;
  onFocus(event: FocusEvent): void;
  /** Puts the focus on the control that had it last, else on the first. */
  enter(): void;
}

/** @param onLeave Called for Escape. */
export function useRovingFocus(onLeave: () => void): RovingFocus {
  const ref = useRef<HTMLDivElement>(null);
  const current = useRef<HTMLElement | null>(null);

  /** Makes the current control the only tab stop; one that is gone or disabled gives way to the first. */
  function settle(): HTMLElement | undefined {
    const controls = controlsOf(ref.current);
    const stop = controls.find((control) => control === current.current) ?? controls[0];
    for (const control of ref.current?.querySelectorAll('button') ?? []) {
      const index = control === stop ? 0 : -1;
      if (control.tabIndex !== index) control.tabIndex = index;
    }
    return stop;
  }

  useEffect(() => {
    const bar = ref.current;
    if (bar === null) return;
    settle();
    const observer = new MutationObserver(() => {
      const had = document.activeElement;
      const stop = settle();
      // A control that has just been disabled hears no keys any more.
      if (had instanceof HTMLButtonElement && had.disabled && bar.contains(had)) stop?.focus();
    });
    observer.observe(bar, { subtree: true, childList: true, attributeFilter: ['disabled', 'tabindex'] });
    return () => observer.disconnect();
  });

  return {
    ref,
    onKeyDown(event) {
      const bar = ref.current;
      if (!(event.target instanceof HTMLElement) || bar === null || !bar.contains(event.target)) return;
      if (event.key === 'Escape') {
        event.preventDefault();
        onLeave();
        return;
      }
      const controls = controlsOf(bar);
      const rightToLeft = getComputedStyle(bar).direction === 'rtl';
      const to = placeOf(event.key, controls.indexOf(event.target), controls.length, rightToLeft);
      if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      controls[to]?.focus();
    },
    onFocus(event) {
      if (!(event.target instanceof HTMLElement) || !ref.current?.contains(event.target)) return;
      current.current = event.target;
      settle();
    },
    enter: () => settle()?.focus(),
  };
}
