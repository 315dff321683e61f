// The preload, run in the page before its scripts. The stand-in has one JavaScript world where Electron has
// two, and no sandbox around the preload: what contextIsolation keeps apart is not covered by it.

/** Runs inside the page. `source` is the preload's own text. */
function pageSide(source) {
  if (window.top !== window) return;
  const call = window.__electronStubCall;
  delete window.__electronStubCall;
  const waiting = new Map();
  const listeners = new Map();
  let lastId = 0;
  const of = (channel) => listeners.get(channel) ?? [];
  const ipcRenderer = {
    invoke: (channel, ...args) =>
      new Promise((resolve, reject) => {
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        call(JSON.stringify({ id: lastId, channel, args }));
      }),
    send: (channel, ...args) => call(JSON.stringify({ channel, args })),
    on(channel, listener) {
      listeners.set(channel, [...of(channel), listener]);
      return ipcRenderer;
    },
    removeListener(channel, listener) {
      listeners.set(
        channel,
        of(channel).filter((other) => other !== listener),
      );
      return ipcRenderer;
    },
  };
  const contextBridge = {
    exposeInMainWorld: (name, api) =>
      Object.defineProperty(window, name, { value: Object.freeze(api), enumerable: true }),
  };
  Object.defineProperty(window, Symbol.for('electron-stub'), {
    value: {
      answer({ id, value, error }) {
        const { resolve, reject } = waiting.get(id);
        waiting.delete(id);
        if (error === undefined) resolve(value);
        else reject(new Error(error));
      },
      deliver: ({ channel, args }) => {
        for (const listener of of(channel)) listener({ sender: ipcRenderer, ports: [] }, ...args);
      },
    },
  });
  // Electron's own event for a right-click; a page that handles it itself prevents the default.
  window.addEventListener('contextmenu', (event) => {
    if (event.defaultPrevented) return;
    const { target } = event;
    const field = target.closest?.('input, textarea, [contenteditable]:not([contenteditable=false])');
    const params = {
      x: event.x,
      y: event.y,
      linkURL: target.closest?.('a[href]')?.href ?? '',
      srcURL: target.closest?.('img')?.src ?? '',
      mediaType: target.closest?.('img') ? 'image' : 'none',
      hasImageContents: Boolean(target.closest?.('img')?.complete),
      isEditable: Boolean(field && !field.readOnly && !field.disabled),
      selectionText: String(getSelection()),
      misspelledWord: '',
      dictionarySuggestions: [],
      formControlType: field instanceof HTMLInputElement ? `input-${field.type}` : 'none',
      editFlags: {
        canUndo: true,
        canRedo: true,
        canCut: true,
        canCopy: true,
        canPaste: true,
        canSelectAll: true,
        canEditRichly: Boolean(field?.isContentEditable),
      },
    };
    call(JSON.stringify({ channel: 'electron-stub:context-menu', args: [params] }));
  });
  // Where files of the user come from; a file that a page has made has no path.
  const webUtils = {
    getPathForFile(file) {
      if (!(file instanceof File)) throw new TypeError('getPathForFile: not a File');
      return window.__electronStubPaths?.[file.name] ?? '';
    },
  };
  const modules = { electron: { contextBridge, ipcRenderer, webUtils } };
  const module = { exports: {} };
  new Function('require', 'module', 'exports', source)(
    (name) => {
      // A sandboxed preload can require a handful of built-in modules; ours needs one.
      if (!(name in modules)) throw new Error(`module not found: ${name}`);
      return modules[name];
    },
    module,
    module.exports,
  );
}

exports.BINDING = '__electronStubCall';
exports.preloadScript = (source) => `(${pageSide})(${JSON.stringify(source)});`;
exports.deliverScript = (verb, message) =>
  `globalThis[Symbol.for('electron-stub')]?.${verb}(${JSON.stringify(message)})`;
