/** Whether the head of the form has room for all of its buttons beside the title; else some are in its menu. */
import { useElementSize } from '@mantine/hooks';
import { useState } from 'react';

/** As in the style sheet: from here on the title has a line of its own. */
const ONE_LINE = 656;
/** Between the title and the buttons. */
const GAP = 28;
/** A button, and a pair of them, with the space before. */
const BUTTON = 38;
const PAIR = 70;

/** Apart from the layout, where a title that wraps would say how wide it is now, not how wide it wants to be. */
function textWidth(element: HTMLElement): number {
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) return 0;
  context.font = getComputedStyle(element).font;
  return context.measureText(element.textContent ?? '').width;
}

export interface HeadRoom {
  head: (element: HTMLElement | null) => void;
  /** Around the buttons that are always there. */
  always: (element: HTMLElement | null) => void;
  /** To be called with the title when it was drawn. */
  onTitle: (element: HTMLElement) => void;
  hasRoom: boolean;
}

/** `single`, `pairs`: the buttons, and pairs of buttons, that can go into the menu. */
export function useHeadRoom({ single, pairs }: { single: number; pairs: number }): HeadRoom {
  const head = useElementSize();
  const always = useElementSize();
  const [title, setTitle] = useState(0);
  const beside = head.width > ONE_LINE ? title + GAP : 0;
  const optional = single * BUTTON + pairs * PAIR;
  return {
    head: head.ref,
    always: always.ref,
    onTitle: (element) => setTitle(Math.ceil(textWidth(element))),
    // Not measured yet.
    hasRoom: head.width === 0 || beside + always.width + optional <= head.width,
  };
}
