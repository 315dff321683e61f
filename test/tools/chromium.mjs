// The Chromium of the browser tests and of the stand-in for Electron: the one named by CHROMIUM, else one without a
// window (installed, or from an npm package), which takes less of a processor, else an installed browser.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));

const HEADLESS_SHELLS = ['/usr/bin/chromium-headless-shell'];

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:/Program Files/Google/Chrome/Application/chrome.exe',
];

/** No sandbox, because test machines run as root; nothing that talks to the outside. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-component-update',
  '--disable-sync',
  // No test looks at pixels of a GPU, and a process that draws without one takes a tenth of the processor time.
  '--in-process-gpu',
  '--disable-gpu',
  '--disable-software-rasterizer',
  // A page of a test ends before compiled scripts repay their compilation: without it a page takes a tenth less.
  '--js-flags=--no-opt --no-maglev',
];

/**
 * Path, arguments and environment of the browser to test with.
 * @returns {Promise<{ executablePath: string, args: string[], env: Record<string, string> }>}
 */
export async function findChromium() {
  const present = (paths) => paths.find((path) => existsSync(path));
  const packaged = process.platform === 'linux' && process.arch === 'x64';
  const installed =
    process.env.CHROMIUM ?? present(HEADLESS_SHELLS) ?? (packaged ? undefined : present(INSTALLED));
  if (installed !== undefined) return { executablePath: installed, args: ARGUMENTS, env: { ...process.env } };
  if (!packaged) throw new Error('No Chromium is installed. Install one, or name its program in CHROMIUM.');
  const folder = await unpacked();
  return {
    executablePath: join(folder, 'chromium'),
    args: ARGUMENTS,
    // The package brings the system libraries and the fonts that a bare machine lacks.
    env: {
      ...process.env,
      LD_LIBRARY_PATH: [join(folder, 'al2023/lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
      FONTCONFIG_PATH: join(folder, 'fonts'),
    },
  };
}

/**
 * The name and version that a browser gives of itself; on Windows it gives none. Throws where it does not start.
 * @param {{ executablePath: string, env: Record<string, string | undefined> }} browser
 */
export async function versionOf({ executablePath, env }) {
  if (process.platform === 'win32') return 'Chrome';
  const { stdout } = await promisify(execFile)(executablePath, ['--version'], { env });
  return stdout.trim();
}

/** Where the package's browser is unpacked, once for each version of it; another run may do the same meanwhile. */
async function unpacked() {
  const from = join(modules, '@sparticuz/chromium');
  const { version } = JSON.parse(await readFile(join(from, 'package.json'), 'utf8'));
  const folder = join(modules, '.cache', `chromium-${version}`);
  if (existsSync(folder)) return folder;
  await mkdir(dirname(folder), { recursive: true });
  const part = await mkdtemp(`${folder}-`);
  try {
    await unpack(part);
    const fonts = join(part, 'fonts/fonts.conf');
    // The package names the folder that it unpacks to on its own.
    const named = (await readFile(fonts, 'utf8')).replaceAll('/tmp/fonts', join(folder, 'fonts'));
    await writeFile(fonts, named.replace('<dir>', '<dir>/usr/share/fonts</dir>\n  <dir>'));
    await rename(part, folder);
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/** Has the package unpack itself; it takes the folder and what to unpack from the environment when it is loaded. */
async function unpack(folder) {
  const program =
    "const { default: chromium } = await import('@sparticuz/chromium'); await chromium.executablePath();";
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: dirname(modules),
    env: { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' },
  });
}
