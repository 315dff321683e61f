// app: life cycle, paths, the single-instance lock.
const { EventEmitter } = require('node:events');
const fs = require('node:fs');
const { homedir, tmpdir } = require('node:os');
const { join } = require('node:path');
const { startBrowser } = require('./chromium.cjs');
const { runningPids } = require('./utility-process.cjs');
const { refusable } = require('./web-contents.cjs');

/** A page per window: the browser's first one, then new ones. A session of its own is a context of the browser. */
function withTargets(browser) {
  let first = true;
  browser.takeTarget = async (browserContextId) => {
    const url = 'about:blank';
    if (browserContextId !== undefined) {
      return (await browser.send('Target.createTarget', { url, browserContextId })).targetId;
    }
    const { targetInfos } = await browser.send('Target.getTargets');
    const blank = targetInfos.find(({ type, url }) => type === 'page' && url === 'about:blank');
    const adopt = first && blank;
    first = false;
    if (adopt) return blank.targetId;
    return (await browser.send('Target.createTarget', { url })).targetId;
  };
  return browser.send('Target.setDiscoverTargets', { discover: true });
}

class App extends EventEmitter {
  constructor() {
    super();
    this.isPackaged = process.env.ELECTRON_STUB_PACKAGED === '1';
    process.resourcesPath ??= join(this.getAppPath(), '..');
    this.isQuitting = false;
    this.windows = () => [];
    this.browser = undefined;
    this.paths = {};
    this.commandLine = new CommandLine(process.argv);
    this.sandboxed = false;
    this.about = {};
    this.recentDocuments = [];
    this.protocols = [];
    this.relaunches = [];
  }

  getAppPath() {
    return process.env.ELECTRON_STUB_APP ?? join(__dirname, '../..');
  }
  getVersion() {
    return JSON.parse(fs.readFileSync(join(this.getAppPath(), 'package.json'), 'utf8')).version;
  }
  getName() {
    return 'plinth';
  }
  getPath(name) {
    if (this.paths[name]) return this.paths[name];
    const appData = process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config');
    const places = { appData, userData: join(appData, 'plinth'), temp: tmpdir(), home: homedir() };
    return places[name] ?? join(places.userData, name);
  }
  setPath(name, path) {
    this.paths[name] = path;
  }
  enableSandbox() {
    this.sandboxed = true;
  }
  setAppUserModelId(id) {
    this.userModelId = id;
  }
  /** Of the processes that were forked, in KB. */
  getAppMetrics() {
    return runningPids().map((pid) => ({
      pid,
      type: 'Utility',
      memory: { workingSetSize: residentKb(pid) },
    }));
  }
  setAboutPanelOptions(options) {
    this.about = options;
  }
  focus() {}
  addRecentDocument(path) {
    this.recentDocuments.push(path);
  }
  clearRecentDocuments() {
    this.recentDocuments = [];
  }
  setJumpList(categories) {
    this.jumpList = categories;
  }
  setAsDefaultProtocolClient(protocol) {
    this.protocols.push(protocol);
    return true;
  }
  setLoginItemSettings(settings) {
    this.loginItem = settings;
  }
  getLoginItemSettings() {
    return { openAtLogin: this.loginItem?.openAtLogin === true };
  }
  disableHardwareAcceleration() {}
  /** As in Electron, it is known only once the app is ready. */
  getLocale() {
    return this.isReady() ? this.commandLine.getSwitchValue('lang') || 'en-US' : '';
  }
  getGPUFeatureStatus() {
    return { gpu_compositing: 'disabled_software' };
  }
  relaunch(options = {}) {
    this.relaunches.push(options);
  }

  /** With a debugging port, as Playwright asks for, there is a real page behind every window. */
  whenReady() {
    this.starting ??= (async () => {
      const port = this.commandLine.getSwitchValue('remote-debugging-port');
      if (port !== '') {
        this.browser = await startBrowser(port);
        await withTargets(this.browser);
      }
      this.emit('ready');
    })();
    return this.starting;
  }
  isReady() {
    return this.starting !== undefined;
  }

  /** The first process writes its id; the next ones leave their command line beside it and are refused. */
  requestSingleInstanceLock(additionalData) {
    const folder = join(this.getPath('userData'), 'SingletonLock');
    fs.mkdirSync(folder, { recursive: true });
    const holder = join(folder, 'pid');
    if (isAlive(holder)) {
      const note = JSON.stringify({ argv: process.argv, cwd: process.cwd(), additionalData });
      fs.writeFileSync(join(folder, `.${process.pid}`), note);
      fs.renameSync(join(folder, `.${process.pid}`), join(folder, `${process.pid}.json`));
      return false;
    }
    fs.writeFileSync(holder, String(process.pid));
    this.lockFolder = folder;
    const watcher = fs.watch(folder, { persistent: false }, () => {
      if (fs.existsSync(folder)) this.readNotes(folder);
      else watcher.close();
    });
    return true;
  }
  readNotes(folder) {
    for (const name of fs.readdirSync(folder).filter((entry) => /^\d+\.json$/.test(entry))) {
      const note = JSON.parse(fs.readFileSync(join(folder, name), 'utf8'));
      fs.rmSync(join(folder, name), { force: true });
      this.emit('second-instance', {}, reordered(note.argv), note.cwd, note.additionalData);
    }
  }

  async quit() {
    if (this.isQuitting) return;
    const before = refusable({});
    this.emit('before-quit', before);
    if (before.defaultPrevented) return;
    this.isQuitting = true;
    // All at once: a window is gone while another one still asks.
    await Promise.all(this.windows().map((window) => window.close({ all: true })));
    if (!this.isQuitting || this.windows().length > 0) return;
    const will = refusable({});
    this.emit('will-quit', will);
    if (will.defaultPrevented) {
      this.isQuitting = false;
      return;
    }
    this.emit('quit', {}, 0);
    this.exit(0);
  }
  async exit(code = 0) {
    if (this.lockFolder) fs.rmSync(this.lockFolder, { recursive: true, force: true });
    await this.browser?.close();
    process.exit(code);
  }
}

/** The command line of a second start as Chromium hands it over: switches first, some of its own among them. */
function reordered([executable, ...words]) {
  const switches = words.filter((word) => word.startsWith('-'));
  const others = words.filter((word) => !word.startsWith('-'));
  return [executable, ...switches, '--allow-file-access-from-files', ...others];
}

class CommandLine {
  constructor(argv) {
    this.switches = new Map(
      argv
        .filter((arg) => arg.startsWith('--'))
        .map((arg) => {
          const [name, ...value] = arg.slice(2).split('=');
          return [name, value.join('=')];
        }),
    );
  }
  hasSwitch(name) {
    return this.switches.has(name);
  }
  getSwitchValue(name) {
    return this.switches.get(name) ?? '';
  }
  removeSwitch(name) {
    this.switches.delete(name);
  }
  appendSwitch(name, value = '') {
    this.switches.set(name, value);
  }
}

function residentKb(pid) {
  try {
    const [, kb = '0'] = /^VmRSS:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kb);
  } catch {
    return 0;
  }
}

function isAlive(file) {
  try {
    process.kill(Number(fs.readFileSync(file, 'utf8')), 0);
    return true;
  } catch {
    return false;
  }
}

exports.App = App;
