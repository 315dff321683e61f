/**
 * From the start of the desktop app to a window that can be used: the form of an object, with the keyboard in it. In the
 * real Electron where it is installed, else in the stand-in, whose numbers say how much is Plinth's own.
 *
 *   npm run build && node test/bench/window.mjs [runs]
 */
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { _electron } from 'playwright';

const root = fileURLToPath(new URL('../..', import.meta.url));
const pathFile = join(root, 'node_modules/electron/path.txt');
const installed =
  existsSync(pathFile) && join(root, 'node_modules/electron/dist', readFileSync(pathFile, 'utf8').trim());
const isReal = installed && existsSync(installed);
const executablePath = isReal ? installed : join(root, 'test/electron-stub/dist/electron');
const runs = Number(process.argv[2] ?? 3);

const work = await mkdtemp(join(tmpdir(), 'plinth-window-'));
const data = join(work, 'site');
await mkdir(join(data, '.schemas'), { recursive: true });
await mkdir(join(data, 'notes'));
const properties = {
  id: { type: 'string', field: 'id' },
  title: { type: 'string', field: 'text', label: 'Title' },
};
await writeFile(join(data, '.schemas/note.json'), JSON.stringify({ id: 'note', name: 'Note', properties }));
await writeFile(
  join(data, 'notes/.meta.json'),
  JSON.stringify({ id: 'notes', name: 'Notes', schema: 'note' }),
);
const places = ['user-data-dir', 'state', 'cache'].map((name) => `--${name}=${join(work, name)}`);
const args = [root, ...places, '--data', data];

async function start() {
  const began = performance.now();
  const since = () => Math.round(performance.now() - began);
  const app = await _electron.launch({ executablePath, args, cwd: root });
  try {
    const isAdmin = (page) => page.url().includes('/admin/');
    let page = app.windows().find(isAdmin);
    while (!page) {
      await new Promise((done) => setTimeout(done, 20));
      page = app.windows().find(isAdmin);
    }
    await page.getByRole('main').waitFor();
    const home = since();
    await page.goto(`${new URL(page.url()).origin}/admin/c/notes/new`);
    // Nothing is typed: the app would ask about it before it ends.
    await page.getByRole('textbox', { name: /^Title/ }).click();
    return { home, form: since() };
  } finally {
    await app.close();
  }
}

console.log(isReal ? 'Electron' : 'The stand-in for Electron, with a headless browser');
try {
  for (let run = 1; run <= runs; run += 1) {
    const { home, form } = await start();
    console.log(
      `${run === 1 ? 'cold' : 'warm'}: home after ${home} ms, a form that takes text after ${form} ms`,
    );
  }
} finally {
  await rm(work, { recursive: true, force: true, maxRetries: 5 });
}
