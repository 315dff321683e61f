/** `npm start`: the desktop app where a window can be had, else the same server without one. */
import { packagePath } from '../store/host/resources.js';
import { EXIT, note, UsageError } from './command.js';
import { noDisplay, startElectron } from './electron.js';

/** Serves without a window; other programs may hold the usual port, which is no reason to give up. */
async function headless(args: string[]): Promise<number> {
  const { runServe } = await import('./serve.js');
  return runServe(args, { anyPort: true });
}

async function launch(all: string[]): Promise<number> {
  const args = all.filter((arg) => arg !== '--headless');
  if (args.length < all.length) return headless(args);
  const result = noDisplay() ?? (await startElectron(packagePath(), args));
  if (typeof result === 'number') return result;
  note(`${result}, so Plinth runs without a window; open the admin link in a browser.`);
  return headless(args);
}

process.exitCode = await launch(process.argv.slice(2)).catch((error: unknown) => {
  note(`plinth: ${error instanceof Error ? error.message : String(error)}`);
  return error instanceof UsageError ? EXIT.usage : EXIT.failed;
});
