/** `npm start`: the desktop app where a window can be opened, else the server without one. */
import { packagePath } from '../store/host/resources.js';
import { EXIT, note, UsageError } from './command.js';
import { noDisplay, startElectron } from './electron.js';

/** Serves without a window; falls back to another port when the usual one is in use. */
async function headless(args: string[]): Promise<number> {
  const { serveAtAnyPort } = await import('./serve.js');
  return serveAtAnyPort.run(args);
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
