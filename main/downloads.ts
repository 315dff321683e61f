import { BrowserWindow, type Session } from 'electron';

/** A window that a page has opened for what turns out to be a download has nothing to show: it closes with it. */
export function closeEmptyWindows(session: Session): void {
  session.on('will-download', (_event, item, contents) => {
    const window = BrowserWindow.fromWebContents(contents);
    if (!window || !['', 'about:blank'].includes(contents.mainFrame.url)) return;
    // Not before: the dialog that asks for the place of the file belongs to the window.
    item.once('done', () => {
      if (!window.isDestroyed()) window.close();
    });
  });
}
