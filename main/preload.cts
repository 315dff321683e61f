/// <reference lib="dom" />
import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron';
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
