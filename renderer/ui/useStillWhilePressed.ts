import { useEffect, useReducer, useRef } from 'react';

/**
 * The value, and between a press of the pointer and its release the one of before: a list that moves in between loses
 * the click, or gives it to another row.
 */
export function useStillWhilePressed<T>(value: T): T {
  const isPressed = useRef(false);
  const shown = useRef(value);
  const [, drawAgain] = useReducer((count: number) => count + 1, 0);
  if (!isPressed.current) shown.current = value;

  useEffect(() => {
    let release: ReturnType<typeof setTimeout> | undefined;
    const press = () => {
      clearTimeout(release);
      isPressed.current = true;
    };
    // The click follows the release in the same task.
    const end = () => {
      release = setTimeout(() => {
        isPressed.current = false;
        drawAgain();
      });
    };
    // A release outside the window is not reported; a key says that it has happened.
    const ends = ['pointerup', 'pointercancel', 'keydown'] as const;
    window.addEventListener('pointerdown', press, true);
    for (const name of ends) window.addEventListener(name, end, true);
    return () => {
      clearTimeout(release);
      window.removeEventListener('pointerdown', press, true);
      for (const name of ends) window.removeEventListener(name, end, true);
    };
  }, []);
  return shown.current;
}
