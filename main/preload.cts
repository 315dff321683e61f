import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron';
import type { DesktopBridge, ServerState } from '../server/contract/desktop.js' with {
  'resolution-mode': 'import',
};
import type { BridgeNotice, BridgeVerb } from './channels.js' with { 'resolution-mode': 'import' };

// The window gets six functions and nothing else: never ipcRenderer itself, never a path.

const ask = (verb: BridgeVerb, ...args: unknown[]) => ipcRenderer.invoke(verb, ...args);
const NOTICE: BridgeNotice = 'plinth:server-state-changed';

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
} satisfies DesktopBridge;

contextBridge.exposeInMainWorld('plinth', bridge);
