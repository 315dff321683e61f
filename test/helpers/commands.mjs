// Runs a built program once for each list of arguments, all in this process, and prints what each run wrote and its
// exit code. For runs that end by themselves and leave nothing open: a process for each would take half a second.
import process from 'node:process';
import { pathToFileURL } from 'node:url';

const [script, lists] = process.argv.slice(2);
const print = process.stdout.write.bind(process.stdout);
const ended = [];
for (const [n, args] of JSON.parse(lists).entries()) {
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) {
    process[name].write = (text) => {
      written[name] += text;
      return true;
    };
  }
  process.argv = [process.execPath, script, ...args];
  process.exitCode = undefined;
  // The query makes it another module, which is evaluated again; the modules it imports are shared.
  await import(`${pathToFileURL(script)}?run=${n}`);
  ended.push({ code: process.exitCode, ...written });
}
process.exitCode = 0;
print(JSON.stringify(ended));
