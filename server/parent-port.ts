/** How a utility process hears Electron's main, which is not how a process of Node hears its parent. */
import { EventEmitter } from 'node:events';

export interface ParentPort extends EventEmitter {
  postMessage(message: unknown): void;
}

const isParentPort = (value: unknown): value is ParentPort =>
  value instanceof EventEmitter && 'postMessage' in value && typeof value.postMessage === 'function';

/** Undefined in a process that Node has started. Messages come as `{data}`. */
export function openParentPort(): ParentPort | undefined {
  const port: unknown = Reflect.get(process, 'parentPort');
  return isParentPort(port) ? port : undefined;
}
