/** Commands of the desktop app's menu, done by the part of the page that can do them. */
import { useEffect, useRef } from 'react';
import type { WindowCommand } from '#contract/desktop';

/**
 * Does a command of the menu as long as this part of the page is open; nothing happens in a browser.
 * @param run answers whether it was done
 */
export function useWindowCommand(command: WindowCommand, run: () => Promise<boolean>): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(
    () => window.plinth?.onCommand((given) => (given === command ? latest.current() : undefined)),
    [command],
  );
}
