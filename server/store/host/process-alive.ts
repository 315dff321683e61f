/** Whether the process that left a file still runs. */
import { codeOf } from '../disk/fs-errors.js';

/** False for numbers that are not of a process: 0 and below would address whole groups. */
export function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user answers EPERM.
    return codeOf(error) === 'EPERM';
  }
}
