// webContents: over a page of headless Chromium when there is one, else a record of what was asked of it.
const { EventEmitter } = require('node:events');
const { readFileSync } = require('node:fs');
const { IpcMain } = require('./ipc.cjs');
const { NavigationHistory } = require('./history.cjs');
const { BINDING, deliverScript, preloadScript } = require('./preload-page.cjs');

const all = new Map();
let lastId = 0;

/** An event as Electron's: it can be refused. */
function refusable(properties) {
  let refused = false;
  const event = { ...properties, preventDefault: () => (refused = true) };
  Object.defineProperty(event, 'defaultPrevented', { get: () => refused });
  return event;
}

class WebContents extends EventEmitter {
  constructor({ webPreferences = {}, session, ipcMain, browser, app, targetId, openWindow }) {
    super();
    lastId += 1;
    this.id = lastId;
    this.session = session;
    this.mainFrame = { url: '', parent: null, top: null, frameTreeNodeId: lastId };
    this.sent = [];
    Object.assign(this, { webPreferences, ipcMain, browser, app, targetId, openWindow });
    /** Set by tests without a browser: the page has a `beforeunload` handler that asks. */
    this.unsaved = false;
    this.openHandler = () => ({ action: 'allow' });
    this.ipc = new IpcMain();
    this.navigationHistory = new NavigationHistory(this);
    /** What was asked of the page, by name. */
    this.asked = [];
    this.destroyed = false;
    all.set(this.id, this);
    session.hasPage();
    app.emit('web-contents-created', refusable({}), this);
    this.ready = browser ? this.attach() : Promise.resolve();
  }

  getURL() {
    return this.mainFrame.url;
  }

  setWindowOpenHandler(handler) {
    this.openHandler = handler;
  }

  isDestroyed() {
    return this.destroyed;
  }

  async loadURL(url) {
    await this.ready;
    if (!this.browser) {
      this.mainFrame.url = url;
      this.navigationHistory.record(url);
      this.emit('did-navigate', {}, url);
      this.emit('did-finish-load');
      return;
    }
    this.commanded = true;
    const loaded = new Promise((resolve) => this.once('did-finish-load', resolve));
    const { errorText } = await this.command('Page.navigate', { url });
    this.commanded = false;
    if (errorText) {
      const code = errorText.replace('net::', '');
      throw Object.assign(new Error(`${code} loading '${url}'`), { code });
    }
    await loaded;
  }

  reload() {
    this.reloads = (this.reloads ?? 0) + 1;
    if (!this.browser) return;
    this.commanded = true;
    this.command('Page.reload').catch(() => {});
  }

  send(channel, ...args) {
    this.sent.push({ channel, args });
    this.evaluate(deliverScript('deliver', { channel, args }));
  }

  /** As `window.close()` of the page: without asking it, unless that is wanted. */
  close({ waitForBeforeUnload = false } = {}) {
    if (!this.owner) return this.destroy();
    if (waitForBeforeUnload) return this.owner.close();
    if (!this.browser) return this.owner.destroy();
    this.once('page-gone', () => this.owner.destroy());
    this.ready
      .then(() => this.browser.send('Target.closeTarget', { targetId: this.targetId }))
      .catch(() => this.emit('page-gone'));
  }

  focus() {
    this.asked.push(['focus']);
    if (this.browser && this.sessionId) this.command('Page.bringToFront').catch(() => {});
  }
  inspectElement(x, y) {
    this.asked.push(['inspectElement', x, y]);
  }
  copyImageAt(x, y) {
    this.asked.push(['copyImageAt', x, y]);
  }
  downloadURL(url) {
    this.asked.push(['downloadURL', url]);
  }
  replaceMisspelling(word) {
    this.asked.push(['replaceMisspelling', word]);
  }
  /** There is no printer. */
  print(options, done) {
    this.asked.push(['print', options]);
    done?.(false, 'Invalid printer settings');
  }
  /** Counts the matches in what the page shows. As in Electron, the field with the keyboard loses it. */
  findInPage(text, { forward = true, findNext = false } = {}) {
    this.asked.push(['findInPage', text, { forward, findNext }]);
    this.found = { requestId: (this.found?.requestId ?? 0) + 1, at: findNext ? 0 : (this.found?.at ?? 0) };
    const { requestId, at } = this.found;
    const look = this.browser
      ? this.command('Runtime.evaluate', {
          expression: `document.activeElement?.blur(); document.body.innerText.toLowerCase().split(${JSON.stringify(text.toLowerCase())}).length - 1`,
        }).then(({ result }) => result.value)
      : Promise.resolve(0);
    look
      .then((matches) => {
        const next = matches === 0 ? 0 : ((at + (forward ? 1 : -1) - 1 + matches) % matches) + 1;
        this.found.at = next;
        const selectionArea = { x: 0, y: 0, width: 0, height: 0 };
        const result = { requestId, activeMatchOrdinal: next, matches, selectionArea, finalUpdate: true };
        this.emit('found-in-page', {}, result);
      })
      .catch(() => {});
    return requestId;
  }
  stopFindInPage(action) {
    this.asked.push(['stopFindInPage', action]);
    this.found = undefined;
  }

  /** Runs the page's `beforeunload`: whether the page may go, or a promise of it. */
  mayUnload() {
    if (this.browser) return this.closePage();
    const event = refusable({});
    if (this.unsaved) this.emit('will-prevent-unload', event);
    return !this.unsaved || event.defaultPrevented;
  }

  async closePage() {
    await this.ready;
    const gone = new Promise((resolve) => {
      this.once('page-gone', () => resolve(true));
      this.once('unload-refused', () => resolve(false));
    });
    // A page that is gone cannot answer.
    this.command('Page.close').catch(() => this.emit('page-gone'));
    return gone;
  }

  openDevTools() {}

  /** As when its page opens a window: what the app allows, or nothing. */
  opens(url) {
    const answer = this.openHandler({ url, features: '' });
    return answer.action === 'allow' ? this.openWindow(answer) : undefined;
  }

  destroy() {
    if (this.destroyed) return;
    this.destroyed = true;
    all.delete(this.id);
    if (this.browser) this.browser.send('Target.closeTarget', { targetId: this.targetId }).catch(() => {});
    this.emit('destroyed');
  }

  command(method, params) {
    return this.browser.send(method, params, this.sessionId);
  }

  /** Runs text in the page; a page that is gone meanwhile hears nothing, as in Electron. */
  evaluate(expression) {
    if (this.browser && this.sessionId) this.command('Runtime.evaluate', { expression }).catch(() => {});
  }

  async attach() {
    const { browser } = this;
    this.targetId ??= await browser.takeTarget(await this.session.context());
    const { sessionId } = await browser.send('Target.attachToTarget', {
      targetId: this.targetId,
      flatten: true,
    });
    this.sessionId = sessionId;
    browser.on('event', (method, params, session) => {
      if (session === sessionId) this.hear(method, params);
      else if (method === 'Target.targetCreated') this.judgePopup(params.targetInfo);
      else if (method === 'Target.targetDestroyed' && params.targetId === this.targetId)
        this.emit('page-gone');
    });
    await this.command('Page.enable');
    // A page that another one has opened may be there already.
    const { frameTree } = await this.command('Page.getFrameTree');
    if (this.mainFrame.url === '' && frameTree.frame.url !== 'about:blank') {
      this.mainFrameId = frameTree.frame.id;
      this.mainFrame.url = frameTree.frame.url;
      this.navigationHistory.record(frameTree.frame.url);
    }
    await this.command('Fetch.enable', { patterns: [{ urlPattern: '*', resourceType: 'Document' }] });
    const { acceptLanguages } = this.session;
    if (acceptLanguages !== undefined) {
      await this.command('Network.enable');
      await this.command('Network.setExtraHTTPHeaders', { headers: { 'Accept-Language': acceptLanguages } });
    }
    const { preload } = this.webPreferences;
    if (preload) {
      await this.command('Runtime.enable');
      await this.command('Runtime.addBinding', { name: BINDING });
      const source = preloadScript(readFileSync(preload, 'utf8'));
      await this.command('Page.addScriptToEvaluateOnNewDocument', { source });
    }
  }

  hear(method, params) {
    if (method === 'Page.frameNavigated' && params.frame.parentId === undefined) {
      this.mainFrame = { ...this.mainFrame, url: params.frame.url };
      this.mainFrameId = params.frame.id;
      this.navigationHistory.record(params.frame.url);
      this.emit('did-navigate', {}, params.frame.url);
    } else if (method === 'Page.navigatedWithinDocument' && params.frameId === this.mainFrameId) {
      this.mainFrame.url = params.url;
      this.navigationHistory.record(params.url);
      this.emit('did-navigate-in-page', {}, params.url, true);
    } else if (method === 'Page.loadEventFired') this.emit('did-finish-load');
    else if (method === 'Fetch.requestPaused') this.judgeRequest(params);
    else if (method === 'Page.windowOpen') this.opened = this.openHandler({ url: params.url, features: '' });
    else if (method === 'Page.javascriptDialogOpening' && params.type === 'beforeunload') this.judgeUnload();
    else if (method === 'Runtime.bindingCalled' && params.name === BINDING) this.answer(params.payload);
  }

  /** Every document the page asks for: a navigation of its own, a redirect, or one that the app commanded. */
  judgeRequest({ requestId, request, frameId, redirectedRequestId }) {
    const isMainFrame = this.mainFrameId === undefined || frameId === this.mainFrameId;
    const event = refusable({ url: request.url, isMainFrame, isSameDocument: false, frame: null });
    if (redirectedRequestId) this.emit('will-redirect', event);
    else if (!(isMainFrame && this.commanded)) {
      this.emit('will-frame-navigate', event);
      if (isMainFrame) this.emit('will-navigate', event);
    }
    const verdict = event.defaultPrevented
      ? this.command('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
      : this.command('Fetch.continueRequest', { requestId });
    verdict.catch(() => {});
    if (isMainFrame) this.commanded = false;
  }

  judgePopup({ openerId, targetId }) {
    if (openerId !== this.targetId) return;
    const { opened } = this;
    if (opened?.action === 'allow') this.openWindow({ ...opened, targetId });
    else this.browser.send('Target.closeTarget', { targetId }).catch(() => {});
  }

  judgeUnload() {
    const event = refusable({});
    this.emit('will-prevent-unload', event);
    this.command('Page.handleJavaScriptDialog', { accept: event.defaultPrevented }).catch(() => {});
    if (!event.defaultPrevented) this.emit('unload-refused');
  }

  async answer(payload) {
    const { id, channel, args } = JSON.parse(payload);
    if (channel === 'electron-stub:context-menu') return this.emit('context-menu', refusable({}), args[0]);
    const event = { sender: this, senderFrame: this.mainFrame, type: 'frame' };
    try {
      const handling = this.ipc.handlers.has(channel) ? this.ipc : this.ipcMain;
      const value = await handling.answer(channel, event, args);
      this.evaluate(deliverScript('answer', { id, value }));
    } catch (error) {
      const message = `Error invoking remote method '${channel}': ${error}`;
      this.evaluate(deliverScript('answer', { id, error: message }));
    }
  }
}

exports.WebContents = WebContents;
exports.refusable = refusable;
exports.statics = {
  getAllWebContents: () => [...all.values()],
  fromId: (id) => all.get(id),
  fromDevToolsTargetId: (targetId) => [...all.values()].find((contents) => contents.targetId === targetId),
};
