import { type BrowserWindow, type FoundInPageResult, WebContentsView } from 'electron';
import type { Found } from './channels.js';
import { HARDENED } from './navigation.js';
import { findPage } from './pages.js';
import { t } from './texts.js';

/** A bar that finds text on the page of a window. */
export interface FindBar {
  /** Shows it, with the keyboard in it. */
  open(): void;
  /** Goes to the next or previous match of what was searched last; opens the bar when there is nothing. */
  step(forward: boolean): void;
  close(): void;
}

const SIZE = { width: 420, height: 52, margin: 12 };

/**
 * The bar is a view above the page, not part of it: a search takes the keyboard from a field of the page that it
 * searches, and would find its own text there.
 * @param preload path of the built `find-bar.cjs`
 */
export function createFindBar(window: BrowserWindow, preload: string): FindBar {
  const page = window.webContents;
  let view: WebContentsView | undefined;
  let text = '';

  function place(): void {
    const { width } = window.getContentBounds();
    const x = Math.max(0, width - SIZE.width - SIZE.margin);
    view?.setBounds({ x, y: SIZE.margin, width: Math.min(SIZE.width, width), height: SIZE.height });
  }

  function find(wanted: string, forward: boolean): void {
    const isNew = wanted !== text;
    text = wanted;
    if (wanted === '') {
      page.stopFindInPage('clearSelection');
      tell({ activeMatchOrdinal: 0, matches: 0 });
    } else page.findInPage(wanted, { forward, findNext: isNew });
  }

  function tell({
    activeMatchOrdinal,
    matches,
  }: Pick<FoundInPageResult, 'activeMatchOrdinal' | 'matches'>): void {
    const current = activeMatchOrdinal;
    const label = matches === 0 ? t('No matches') : t(`${current} of ${matches}`, 'matches');
    const found: Found = { label: text === '' ? '' : label };
    view?.webContents.send('plinth:found', found);
  }

  function show(): WebContentsView {
    const shown = new WebContentsView({ webPreferences: { ...HARDENED, preload, spellcheck: false } });
    const { ipc } = shown.webContents;
    // Handlers of this view alone: a page of the admin cannot call them.
    ipc.handle('plinth:find', (_event, wanted: unknown, forward: unknown) => {
      if (typeof wanted === 'string' && wanted.length <= 1_000) find(wanted, forward !== false);
    });
    ipc.handle('plinth:find-close', () => close());
    window.contentView.addChildView(shown);
    void shown.webContents.loadURL(`data:text/html;charset=utf-8,${encodeURIComponent(findPage())}`);
    return shown;
  }

  function open(): void {
    if (view === undefined) {
      text = '';
      view = show();
    }
    place();
    view.webContents.focus();
    view.webContents.send('plinth:find-focus');
  }

  function close(): void {
    if (view === undefined) return;
    const shown = view;
    view = undefined;
    page.stopFindInPage('keepSelection');
    window.contentView.removeChildView(shown);
    // A view does not end with its window, nor its page with the view.
    shown.webContents.close();
    page.focus();
  }

  page.on('found-in-page', (_event, result) => tell(result));
  page.on('did-navigate', close);
  window.on('resize', place);
  window.once('closed', () => {
    if (view && !view.webContents.isDestroyed()) view.webContents.close();
    view = undefined;
  });

  return {
    open,
    close,
    step(forward) {
      if (view === undefined || text === '') open();
      else find(text, forward);
    },
  };
}
