/** Messages from Electron's main process to a utility process, which differ from those of Node's child processes. */
import { EventEmitter } from 'node:events';

export interface ParentPort extends EventEmitter {
  postMessage(message: unknown): void;
}

const isParentPort = (value: unknown): value is ParentPort =>
  value instanceof EventEmitter && 'postMessage' in value && typeof value.postMessage === 'function';

/** Undefined in a process started by Node. Messages come as `{data}`. */
export function openParentPort(): ParentPort | undefined {
  const port: unknown = Reflect.get(process, 'parentPort');
  return isParentPort(port) ? port : undefined;
}
