/** The process that forked this one: Electron's main (`process.parentPort`) or any Node program (`process.send`). */
import type { MainMessage, ServerMessage } from '../contract/desktop.js';
import { openParentPort } from '../parent-port.js';

export interface Parent {
  send(message: ServerMessage): void;
  /** Calls back on every command, and with `stop` when the parent has exited. */
  onCommand(listener: (message: MainMessage) => void): void;
}

function isCommand(value: unknown): value is MainMessage {
  if (typeof value !== 'object' || value === null || !('command' in value)) return false;
  if (value.command === 'stop' || value.command === 'admin-link') return true;
  const ofSandbox = value.command === 'sandbox-said' || value.command === 'sandbox-gone';
  return ofSandbox && 'sandbox' in value && Number.isSafeInteger(value.sandbox);
}

/** Undefined when this process was not forked with a channel. */
export function openParent(): Parent | undefined {
  const port = openParentPort();
  if (port) {
    return {
      send: (message) => port.postMessage(message),
      onCommand: (listener) => {
        port.on('message', ({ data }: { data: unknown }) => isCommand(data) && listener(data));
      },
    };
  }
  if (process.send === undefined) return undefined;
  return {
    send: (message) => process.send?.(message),
    onCommand: (listener) => {
      process.on('message', (data: unknown) => isCommand(data) && listener(data));
      process.on('disconnect', () => listener({ command: 'stop' }));
    },
  };
}
