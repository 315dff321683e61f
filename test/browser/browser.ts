/** Finds a Chromium for the browser tests: the one in CHROMIUM, the system's, else the one of an npm package. */
import { existsSync } from 'node:fs';
import process from 'node:process';

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:/Program Files/Google/Chrome/Application/chrome.exe',
];

/** No sandbox, because test machines run as root; nothing that talks to the outside. */
const QUIET = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--no-first-run',
  '--disable-component-update',
  '--disable-sync',
  // No test looks at pixels of a GPU, and a process that draws without one takes a tenth of the processor time.
  '--in-process-gpu',
  '--disable-gpu',
  '--disable-software-rasterizer',
];

export interface Browser {
  executablePath: string;
  args: string[];
}

/** Path and arguments of the browser to test with. */
export async function findBrowser(): Promise<Browser> {
  const named = process.env.CHROMIUM;
  const installed = named ?? INSTALLED.find((path) => existsSync(path));
  if (installed !== undefined) return { executablePath: installed, args: QUIET };
  // Read when the package is loaded: it then brings the system libraries it needs along.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x';
  const { default: packaged } = await import('@sparticuz/chromium');
  packaged.setGraphicsMode = false;
  // Its flags are for one page in one process: closing the first page would end the browser.
  const args = packaged.args.filter((flag) => !/^--(headless|single-process|no-zygote)/.test(flag));
  return { executablePath: await packaged.executablePath(), args: [...args, ...QUIET] };
}
