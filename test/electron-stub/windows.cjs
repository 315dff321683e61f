// BrowserWindow: the state a window has, without a screen to show it on.
const { EventEmitter } = require('node:events');
const { refusable, WebContents } = require('./web-contents.cjs');

/** Makes the class over one app; windows of another app know nothing of these. */
function windowsOf({ app, session, ipcMain }) {
  const open = new Map();
  let lastId = 0;

  class BrowserWindow extends EventEmitter {
    constructor(options = {}) {
      super();
      lastId += 1;
      this.id = lastId;
      const { x = 0, y = 0, width = 800, height = 600 } = options;
      this.options = options;
      this.bounds = { x, y, width, height };
      this.state = { maximized: false, minimized: false, visible: options.show !== false, focused: false };
      this.title = options.title ?? '';
      const { webPreferences, targetId } = options;
      this.webContents = new WebContents({
        webPreferences,
        session,
        ipcMain,
        app,
        browser: app.browser,
        targetId,
        openWindow: (childOptions) => new BrowserWindow(childOptions),
      });
      this.webContents.owner = this;
      open.set(this.id, this);
    }
    static getAllWindows() {
      return [...open.values()];
    }
    static fromWebContents(contents) {
      return contents?.owner ?? null;
    }
    static fromId(id) {
      return open.get(id) ?? null;
    }
    static getFocusedWindow() {
      return [...open.values()].find((window) => window.state.focused) ?? null;
    }
    loadURL(url) {
      return this.webContents.loadURL(url);
    }
    show() {
      this.state.visible = true;
    }
    focus() {
      for (const window of open.values()) window.state.focused = window === this;
      this.emit('focus');
    }
    blur() {
      this.state.focused = false;
    }
    isFocused() {
      return this.state.focused;
    }
    isVisible() {
      return this.state.visible;
    }
    setProgressBar(value) {
      this.progress = value;
    }
    minimize() {
      this.state.minimized = true;
    }
    isMinimized() {
      return this.state.minimized;
    }
    restore() {
      this.state.minimized = false;
    }
    maximize() {
      this.state.maximized = true;
      this.emit('maximize');
    }
    unmaximize() {
      this.state.maximized = false;
      this.emit('unmaximize');
    }
    isMaximized() {
      return this.state.maximized;
    }
    getBounds() {
      return { ...this.bounds };
    }
    getNormalBounds() {
      return { ...this.bounds };
    }
    setBounds(bounds) {
      Object.assign(this.bounds, bounds);
      this.emit('resize');
      this.emit('move');
    }
    setTitle(title) {
      this.title = title;
    }
    getTitle() {
      return this.title;
    }
    isDestroyed() {
      return !open.has(this.id);
    }
    /** The window stays where its page keeps it; Electron shows no question of its own then. */
    close() {
      if (this.isDestroyed()) return undefined;
      const event = refusable({});
      this.emit('close', event);
      if (event.defaultPrevented) return undefined;
      const goes = (may) => may && this.destroy();
      const answer = this.webContents.mayUnload();
      return typeof answer === 'boolean' ? goes(answer) : answer.then(goes);
    }
    destroy() {
      if (!open.delete(this.id)) return;
      this.webContents.destroy();
      this.emit('closed');
      if (open.size === 0 && !app.isQuitting) app.emit('window-all-closed');
    }
  }
  return BrowserWindow;
}

exports.windowsOf = windowsOf;
