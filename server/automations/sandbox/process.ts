/** The process a handler runs in. The desktop app has its main process start it instead. */
import { forkHelper, type Helper, type StartHelper } from '../../helpers/helper.js';

export type SandboxProcess = Helper;

/** Starts one. */
export type StartSandbox = StartHelper;

/** Limit of the JavaScript heap around the interpreter, whose own memory is limited inside. */
const HEAP_MB = 128;

export const forkSandbox: StartSandbox = () =>
  forkHelper('automations/sandbox/child', { heapMb: HEAP_MB, serialization: 'json' });
