/** The process that forked this one: Electron's main (`process.parentPort`) or any Node program (`process.send`). */
import { EventEmitter } from 'node:events';
import type { MainMessage, ServerMessage } from '../contract/desktop.js';

export interface Parent {
  tell(message: ServerMessage): void;
  /** Calls back on every command, and with `stop` when the parent is gone. */
  onCommand(listener: (message: MainMessage) => void): void;
}

interface ParentPort extends EventEmitter {
  postMessage(message: unknown): void;
}

function isParentPort(value: unknown): value is ParentPort {
  return value instanceof EventEmitter && 'postMessage' in value && typeof value.postMessage === 'function';
}

function isCommand(value: unknown): value is MainMessage {
  if (typeof value !== 'object' || value === null || !('command' in value)) return false;
  return value.command === 'stop' || value.command === 'admin-link';
}

/** Undefined when nobody forked us with a channel. */
export function openParent(): Parent | undefined {
  const port: unknown = Reflect.get(process, 'parentPort');
  if (isParentPort(port)) {
    return {
      tell: (message) => port.postMessage(message),
      onCommand: (listener) => {
        port.on('message', ({ data }: { data: unknown }) => isCommand(data) && listener(data));
      },
    };
  }
  if (process.send === undefined) return undefined;
  return {
    tell: (message) => process.send?.(message),
    onCommand: (listener) => {
      process.on('message', (data: unknown) => isCommand(data) && listener(data));
      process.on('disconnect', () => listener({ command: 'stop' }));
    },
  };
}
