/** Whether a process number belongs to a running process. */
import { codeOf } from './fs-errors.js';

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user answers EPERM.
    return codeOf(error) === 'EPERM';
  }
}
