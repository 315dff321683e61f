// A stand-in for the `electron` module of the main process, for tests on machines without its binary.
// Under vitest it records what it is asked; started by `dist/electron` it puts headless Chromium behind its
// windows, so that Playwright's Electron driver works with it. What it cannot show is said in README.md.
const { EventEmitter } = require('node:events');
const { App } = require('./app.cjs');
const { Menu, MenuItem } = require('./menus.cjs');
const { Session } = require('./session.cjs');
const { fork } = require('./utility-process.cjs');
const { statics } = require('./web-contents.cjs');
const { windowsOf } = require('./windows.cjs');

const app = new App();
const defaultSession = new Session(app);

class IpcMain extends EventEmitter {
  constructor() {
    super();
    this.handlers = new Map();
  }
  handle(channel, handler) {
    if (this.handlers.has(channel)) throw new Error(`A second handler for '${channel}'`);
    this.handlers.set(channel, handler);
  }
  removeHandler(channel) {
    this.handlers.delete(channel);
  }
  async answer(channel, event, args) {
    const handler = this.handlers.get(channel);
    if (!handler) throw new Error(`No handler registered for '${channel}'`);
    return handler(event, ...args);
  }
}

const ipcMain = new IpcMain();
const workArea = { x: 0, y: 0, width: 1920, height: 1040 };
let copied = '';

exports.app = app;
exports.ipcMain = ipcMain;
exports.BrowserWindow = windowsOf({ app, session: defaultSession, ipcMain });
exports.webContents = statics;
exports.Menu = Menu;
exports.MenuItem = MenuItem;
exports.session = { defaultSession };
exports.utilityProcess = { fork };
// Every dialog is cancelled unless a test says otherwise by putting its own function here.
exports.dialog = {
  showOpenDialog: async () => ({ canceled: true, filePaths: [] }),
  showMessageBox: async () => ({ response: 0, checkboxChecked: false }),
  showMessageBoxSync: () => 0,
  showErrorBox: () => {},
};
exports.shell = { openExternal: async () => {}, openPath: async () => '', showItemInFolder: () => {} };
exports.clipboard = {
  readText: async () => copied,
  writeText: async (text) => {
    copied = text;
  },
};
exports.nativeTheme = { shouldUseDarkColors: false, themeSource: 'system' };
exports.screen = {
  getPrimaryDisplay: () => ({ workArea }),
  getDisplayMatching: () => ({ workArea }),
  getAllDisplays: () => [{ workArea }],
};
// For the preload, when a test runs it in Node.
exports.contextBridge = { exposeInMainWorld: () => {} };
exports.ipcRenderer = new EventEmitter();
exports.ipcRenderer.invoke = async () => undefined;
