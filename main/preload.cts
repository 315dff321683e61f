/// <reference lib="dom" />
import { contextBridge, type IpcRendererEvent, ipcRenderer, webUtils } from 'electron';
import type { CommandListener, DesktopBridge, ServerState } from '../server/contract/desktop.js' with {
  'resolution-mode': 'import',
};
import type { BridgeNotice, BridgeVerb, PageOrder } from './channels.js' with { 'resolution-mode': 'import' };

// The window gets seven functions and nothing else: never ipcRenderer itself, never a path.

const ask = (verb: BridgeVerb, ...args: unknown[]) => ipcRenderer.invoke(verb, ...args);
const NOTICE: BridgeNotice = 'plinth:server-state-changed';

const listeners: CommandListener[] = [];
ipcRenderer.on('plinth:command', async (_event: IpcRendererEvent, { command, reply }: PageOrder) => {
  const answers = listeners.toReversed().map((listener) => () => listener(command));
  let done: boolean | undefined;
  for (const answer of answers) done ??= await answer();
  await ipcRenderer.invoke(reply, done === true);
});

// The menus speak the language of the page.
document.addEventListener('DOMContentLoaded', () => {
  void ask('plinth:page-language', document.documentElement.lang).catch(() => undefined);
});

// Spelling is checked in the language of the text that has the keyboard.
document.addEventListener('focusin', ({ target }) => {
  const text = target instanceof Element ? target.closest<HTMLElement>('[lang]') : null;
  void ask('plinth:text-language', text?.lang ?? '').catch(() => undefined);
});

// A folder that is dropped on the window is opened. Only what the user really drops has a path, and the page never gets
// to know it. What takes files by itself, such as a field of a form, gets its drops.
const isOurs = ({ isTrusted, target, dataTransfer }: DragEvent) =>
  isTrusted &&
  dataTransfer?.items.length === 1 &&
  dataTransfer.items[0]?.kind === 'file' &&
  !(target instanceof Element && target.closest('[data-file-drop], [contenteditable="true"]'));

window.addEventListener(
  'dragover',
  (event) => {
    // Folders have no type; before the drop nothing else tells them from files.
    if (!isOurs(event) || event.dataTransfer?.items[0]?.type !== '') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    event.dataTransfer.dropEffect = 'copy';
  },
  true,
);
window.addEventListener(
  'drop',
  (event) => {
    const [item] = isOurs(event) ? (event.dataTransfer?.items ?? []) : [];
    const file = item?.webkitGetAsEntry()?.isDirectory ? item.getAsFile() : null;
    if (file === null) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    void ask('plinth:open-dropped', webUtils.getPathForFile(file)).catch(() => undefined);
  },
  true,
);

const bridge = {
  chooseFolder: () => ask('plinth:choose-folder'),
  revealFolder: () => ask('plinth:reveal-folder'),
  openExternal: (url: string) => ask('plinth:open-external', url),
  restartServer: () => ask('plinth:restart-server'),
  version: () => ask('plinth:version'),
  onServerState(listener: (state: ServerState) => void) {
    const hear = (_event: IpcRendererEvent, state: ServerState) => listener(state);
    ipcRenderer.on(NOTICE, hear);
    // The state may have changed before the page started listening.
    void ask('plinth:server-state').then((state: ServerState) => listener(state));
    return () => {
      ipcRenderer.removeListener(NOTICE, hear);
    };
  },
  onCommand(listener: CommandListener) {
    listeners.push(listener);
    return () => {
      const index = listeners.indexOf(listener);
      if (index >= 0) listeners.splice(index, 1);
    };
  },
} satisfies DesktopBridge;

contextBridge.exposeInMainWorld('plinth', bridge);
