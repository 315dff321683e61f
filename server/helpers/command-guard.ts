/** Ends a command, of `plinth exec` or of a site, when this process is killed and cannot do it itself. */
import { spawn } from 'node:child_process';

/**
 * Waits for a line on its input. Where the input ends without one, the process that wrote to it is gone: then the
 * command and everything it has started are told to end, a parent before its children, so that it starts no more; and
 * its process group, where it leads one, after some seconds by force: children whose parent has ended are in it, too.
 */
const GUARD = `
trap '' HUP INT TERM
children() {
  cat "/proc/$1/task/$1/children" 2>/dev/null || ps -A -o pid= -o ppid= | awk -v of="$1" '$2 == of { print $1 }'
}
end() {
  for one in "$1" $(children "$1"); do
    if [ "$one" = "$1" ]; then kill -TERM "$1"; else end "$one"; fi
  done
}
read -r line || { end "$1"; kill -TERM "-$1" 2>/dev/null && sleep 5 && kill -KILL "-$1" 2>/dev/null; }
`;

/**
 * Guards the command with this process id until the returned function is called. Windows has no shell that could wait:
 * there a command outlives a process that is killed.
 */
export function guardCommand(pid: number): () => void {
  if (process.platform === 'win32') return () => undefined;
  const guard = spawn('/bin/sh', ['-c', GUARD, 'sh', String(pid)], { stdio: ['pipe', 'ignore', 'ignore'] });
  // Without a shell the command runs unguarded.
  guard.on('error', () => undefined);
  guard.stdin.on('error', () => undefined);
  return () => guard.stdin.end('\n');
}
