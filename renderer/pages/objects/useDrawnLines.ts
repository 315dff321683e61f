/** The lines of a list that are drawn by now: those in view at once, those beside them some at a time. */
import { useEffect, useLayoutEffect, useReducer, useRef } from 'react';
import { drawnBeside, type LinesInView, type PlacedLine } from '../../lists/lines';
import { whenIdle } from '../../ui/when-idle';

/** Objects that are drawn together beside those in view. Scrolling brings fewer at once, and waits for none. */
const AT_ONCE = 6;

/** `across`: objects in a line. */
export function useDrawnLines<T extends PlacedLine>(
  lines: readonly T[],
  view: LinesInView | null,
  across: number,
): readonly T[] {
  const before = useRef<{ lines: ReadonlyMap<number, boolean>; turn: string }>({
    lines: new Map(),
    turn: '',
  });
  const [times, drawMore] = useReducer((count: number) => count + 1, 0);
  // Another drawing for another reason, as in the task of an answer, brings no more.
  const turn = `${times} ${view?.startIndex} ${view?.endIndex}`;
  const atOnce = before.current.turn === turn ? 0 : Math.ceil(AT_ONCE / across);
  const { drawn, left } =
    view === null ? { drawn: lines, left: 0 } : drawnBeside(lines, view, before.current.lines, atOnce);
  useLayoutEffect(() => {
    before.current = { lines: new Map(drawn.map(({ index, ready }) => [index, ready])), turn };
  });
  useEffect(() => (left > 0 ? whenIdle(() => drawMore()) : undefined));
  return drawn;
}
