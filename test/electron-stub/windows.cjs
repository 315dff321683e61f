// BrowserWindow: the state a window has, without a screen to show it on.
const { EventEmitter } = require('node:events');
const { refusable, WebContents } = require('./web-contents.cjs');

/** Makes the classes over one app; windows of another app know nothing of these. */
function windowsOf({ app, sessions, ipcMain }) {
  const open = new Map();
  app.windows = () => [...open.values()];
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
      const session = sessionOf(webPreferences);
      this.contents = new WebContents({
        webPreferences,
        session,
        ipcMain,
        app,
        browser: app.browser,
        targetId,
        // As in Chromium, the page that opens a window shares its session with it.
        openWindow: ({ outlivesOpener, overrideBrowserWindowOptions: child, targetId: page }) => {
          const opened = new BrowserWindow({
            ...child,
            targetId: page,
            webPreferences: { ...child?.webPreferences, session },
          });
          // Without a question, also when the page of the opener has crashed.
          if (outlivesOpener !== true) {
            for (const end of ['destroyed', 'render-process-gone'])
              this.contents.once(end, () => opened.destroy());
          }
          return opened;
        },
      });
      this.contents.owner = this;
      this.contentView = {
        children: [],
        addChildView: (view) => this.contentView.children.push(view),
        removeChildView: (view) => {
          this.contentView.children = this.contentView.children.filter((other) => other !== view);
        },
      };
      open.set(this.id, this);
      app.emit('browser-window-created', refusable({}), this);
      // The system gives the keyboard to a window that it has just shown.
      if (options.show !== false) setImmediate(() => this.isDestroyed() || this.focus());
    }
    /** As in Electron, what was destroyed cannot be used. */
    get webContents() {
      this.#check();
      return this.contents;
    }
    #check() {
      if (this.isDestroyed()) throw new TypeError('Object has been destroyed');
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
      this.#check();
      this.state.visible = true;
    }
    focus() {
      this.#check();
      for (const window of open.values()) window.state.focused = window === this;
      this.emit('focus');
      app.emit('browser-window-focus', refusable({}), this);
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
      this.#check();
      // Linux has no bar without an end.
      if (process.platform === 'linux' && value > 1) return;
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
    getContentBounds() {
      this.#check();
      return { ...this.bounds };
    }
    getNormalBounds() {
      this.#check();
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
    /** The window stays where its page keeps it, which ends a quit; Electron shows no question of its own then. */
    close({ all = false } = {}) {
      if (this.isDestroyed()) return undefined;
      const event = refusable({});
      this.emit('close', event);
      if (event.defaultPrevented) return undefined;
      const goes = (may) => {
        this.closing = undefined;
        if (may) this.destroy();
        else app.isQuitting = false;
      };
      // A page that has been asked is not asked again before it has answered.
      if (this.closing !== undefined) return this.closing;
      // A page answers after all windows have been told to close.
      const answer = all
        ? Promise.resolve().then(() => this.contents.mayUnload())
        : this.contents.mayUnload();
      if (typeof answer === 'boolean') return goes(answer);
      this.closing = answer.then(goes);
      return this.closing;
    }
    destroy() {
      if (!open.delete(this.id)) return;
      this.contents.destroy();
      // The system gives the keyboard to another window, before the app hears of the end of this one.
      if (this.state.focused) [...open.values()].at(-1)?.focus();
      this.emit('closed');
      if (open.size === 0 && !app.isQuitting) app.emit('window-all-closed');
    }
  }
  const sessionOf = ({ session, partition } = {}) =>
    session ?? (partition ? sessions.fromPartition(partition) : sessions.defaultSession);

  /** A page in a window beside its own. As in Electron, it does not end with the window. */
  class WebContentsView {
    constructor({ webPreferences } = {}) {
      this.webContents = new WebContents({
        webPreferences,
        session: sessionOf(webPreferences),
        ipcMain,
        app,
        browser: app.browser,
        openWindow: () => {},
      });
    }
    setBounds(bounds) {
      this.bounds = bounds;
    }
  }
  return { BrowserWindow, WebContentsView };
}

exports.windowsOf = windowsOf;
