import type { BrowserWindow, WebContents } from 'electron';

/**
 * Goes to the page before or after this one. The window's own pages and one-time links are no places to go back to.
 * @param isPlace whether an address may be shown again
 */
export function go(contents: WebContents, step: 1 | -1, isPlace: (address: string) => boolean): void {
  const { navigationHistory } = contents;
  const index = navigationHistory.getActiveIndex() + step;
  if (index < 0 || index >= navigationHistory.length()) return;
  if (isPlace(navigationHistory.getEntryAtIndex(index).url)) navigationHistory.goToIndex(index);
}

/** The buttons of a mouse or a keyboard, and the swipe of macOS. The shortcuts are those of the menu. */
export function followButtons(window: BrowserWindow, isPlace: (address: string) => boolean): void {
  const { webContents } = window;
  window.on('app-command', (event, command) => {
    if (command !== 'browser-backward' && command !== 'browser-forward') return;
    event.preventDefault();
    go(webContents, command === 'browser-backward' ? -1 : 1, isPlace);
  });
  window.on('swipe', (_event, direction) => {
    if (direction === 'left') go(webContents, -1, isPlace);
    if (direction === 'right') go(webContents, 1, isPlace);
  });
}
