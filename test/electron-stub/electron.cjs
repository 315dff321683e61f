// A stand-in for the `electron` module of the main process, for tests on machines without its binary.
// Under vitest it records what it is asked; started by `dist/electron` it puts headless Chromium behind its
// windows, so that Playwright's Electron driver works with it. What it cannot show is said in README.md.
const { EventEmitter } = require('node:events');
const { App } = require('./app.cjs');
const { IpcMain } = require('./ipc.cjs');
const { Menu, MenuItem } = require('./menus.cjs');
const net = require('./net.cjs');
const { Session, sessionsOf } = require('./session.cjs');
const { Tray } = require('./tray.cjs');
const { fork } = require('./utility-process.cjs');
const { statics } = require('./web-contents.cjs');
const { windowsOf } = require('./windows.cjs');

const app = new App();
const defaultSession = new Session(app);

const ipcMain = new IpcMain();
const workArea = { x: 0, y: 0, width: 1920, height: 1040 };
let copied = '';

exports.app = app;
exports.ipcMain = ipcMain;
const sessions = sessionsOf(app, defaultSession);
const windows = windowsOf({ app, sessions, ipcMain });
exports.BrowserWindow = windows.BrowserWindow;
exports.WebContentsView = windows.WebContentsView;
exports.webContents = statics;
exports.Menu = Menu;
exports.MenuItem = MenuItem;
exports.session = { defaultSession, fromPartition: sessions.fromPartition };
exports.Tray = Tray;
exports.powerMonitor = new EventEmitter();
exports.utilityProcess = { fork };
exports.net = net;
const cancelOf = (args) => args.at(-1).cancelId ?? 0;
// Every dialog is cancelled unless a test says otherwise by putting its own function here.
const dialogs = {
  showOpenDialog: async () => ({ canceled: true, filePaths: [] }),
  showMessageBox: async (...args) => ({ response: cancelOf(args), checkboxChecked: false }),
  showMessageBoxSync: (...args) => cancelOf(args),
  showErrorBox: () => {},
  showSaveDialog: async () => ({ canceled: true, filePath: '' }),
};
/** When a dialog is answered, the system gives the keyboard back to its window. */
exports.dialog = new Proxy(dialogs, {
  get(target, name) {
    const show = target[name];
    if (typeof show !== 'function') return show;
    return (...args) => {
      const [parent] = args;
      const back =
        parent instanceof windows.BrowserWindow ? parent : windows.BrowserWindow.getFocusedWindow();
      const answer = show(...args);
      const answered = () => back?.isDestroyed() || back?.focus();
      if (answer instanceof Promise) answer.then(answered, () => {});
      else answered();
      return answer;
    };
  },
});
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
