/** The process a handler runs in. The desktop app has its main process start it instead. */
import { createRequire } from 'node:module';
import { sep } from 'node:path';
import { forkHelper, type Helper, type StartHelper } from '../../helpers/helper.js';
import { packagePath } from '../../store/host/resources.js';

export type SandboxProcess = Helper;

/** Starts a process. */
export type StartSandbox = StartHelper;

/** Limit of the JavaScript heap around the interpreter, whose own memory is limited inside. */
const HEAP_MB = 128;

const require = createRequire(import.meta.url);

/** The folder of packages the interpreter is in: that of this package, or of the project Plinth is installed in. */
function packagesFolder(): string {
  const path = require.resolve('quickjs-emscripten-core');
  const name = `${sep}node_modules${sep}`;
  return path.slice(0, path.lastIndexOf(name) + name.length);
}

/** Code that escapes the interpreter is in a process that can only read the program files. */
export const forkSandbox: StartSandbox = () =>
  forkHelper('automations/sandbox/child', {
    heapMb: HEAP_MB,
    serialization: 'json',
    reads: [packagePath(), packagesFolder()],
  });
