// `npm test`: every check and every test in one go, closing with "N passed, N failed".
// Works after a bare `npm ci`: the build is made here, the browser is found or comes from an npm package.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { findChromium, versionOf } from './chromium.mjs';
import { countBoth, inLines, toTryAgain } from './second-try.mjs';
import './temporary.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
// The admin is also built in a language for tests, in which every text that cannot be translated shows.
process.env.PLINTH_PSEUDO_LOCALE ??= '1';
const reports = await mkdtemp(join(tmpdir(), 'plinth-test-'));
const total = { passed: 0, failed: 0, skipped: 0 };
/** For the end, where they are found: what failed, and what passed only when run again. */
const named = [];
/** Lines of them: what shows a log cut off shows its end. */
const MAX_NAMED = 100;
/** Lines of a failed check that are shown there. */
const MAX_CHECK = 12;

/** Prints the lines of a stream, each after the name of the step it comes from. */
function printLines(name, stream, onLine) {
  createInterface({ input: stream }).on('line', (line) => {
    console.log(`${name} | ${line}`);
    onLine?.(line);
  });
}

/** Runs a command of node_modules and prints its output by lines; resolves with its exit code. */
function run(name, command, args, env = {}, onLine = undefined) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, 'node_modules', command), ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      // The stand-in's folder keeps a test that touches Electron's package from downloading a binary.
      env: {
        ELECTRON_OVERRIDE_DIST_PATH: join(root, 'test/electron-stub/dist'),
        NO_COLOR: '1',
        ...process.env,
        ...env,
      },
    });
    for (const stream of [child.stdout, child.stderr]) printLines(name, stream, onLine);
    child.on('error', () => resolve(1));
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/** A step that is one check: it counts as one test. */
async function check(name, command, args) {
  const lines = [];
  const code = await run(name, command, args, {}, (line) => line.trim() !== '' && lines.push(line));
  total[code === 0 ? 'passed' : 'failed'] += 1;
  console.log(`${code === 0 ? 'ok' : 'FAILED'}: ${name}`);
  if (code !== 0) named.push([`failed: ${name}`, ...lines.slice(0, MAX_CHECK)].join('\n    '));
  return code === 0;
}

/** Runs a test runner that writes what became of its files; resolves with its code, and with no result where it ended early. */
async function results(name, command, args, report) {
  const path = join(reports, report);
  const code = await run(name, command, args, { PLINTH_FILE_RESULTS: path });
  try {
    return { code, result: JSON.parse(await readFile(path, 'utf8')) };
  } catch {
    return { code };
  }
}

const chromium = await findChromium();
console.log(`browser: ${await versionOf(chromium)}, ${chromium.executablePath}`);

/** What the tests run: the server, and the admin it shows. */
const build = async () =>
  (await check('server and main types', 'typescript/bin/tsc', ['-b', '--singleThreaded'])) &&
  (await check('texts of the app', '../main/build-texts.mjs', [])) &&
  (await check('server builds', 'vite/bin/vite.js', ['build', 'server', '--logLevel', 'warn'])) &&
  (await check('admin builds', 'vite/bin/vite.js', ['build', 'renderer', '--logLevel', 'warn'])) &&
  (await check('documentation builds', '../resources/docs/site/build.mjs', []));

// In one thread each: the four run side by side, and more threads of one compiler check the same types again.
const [built] = await Promise.all([
  build(),
  check('format and lint', '@biomejs/biome/bin/biome', ['ci', '.']),
  check('renderer types', 'typescript/bin/tsc', ['-p', 'renderer', '--noEmit', '--singleThreaded']),
  check('test types', 'typescript/bin/tsc', ['-p', 'test', '--noEmit', '--singleThreaded']),
]);

/** Tests of the sources, through HTTP and through the command line: all, or certain files again. */
const units = {
  name: 'units and HTTP',
  run: (report, ...more) =>
    results(
      units.name,
      'vitest/vitest.mjs',
      [
        ...['run', '--config', 'test/vitest.config.ts', '--reporter=default', '--silent=passed-only'],
        ...['--reporter=./test/tools/file-results.mjs', ...more],
      ],
      `units-${report}.json`,
    ),
  beside: ['--maxWorkers=100%'],
  alone: ['--maxWorkers=1', '--isolate'],
};

/** Tests of the built product in a browser and in the desktop app. */
const browser = {
  name: 'browser and desktop',
  run: (report, ...more) =>
    results(
      browser.name,
      'playwright/cli.js',
      [
        ...['test', '--config', 'test/playwright.config.ts'],
        ...['--reporter=line,./test/tools/browser-results.mjs', ...more],
      ],
      `browser-${report}.json`,
    ),
  beside: [],
  // In a folder of its own: the screenshots of the first run stay.
  alone: ['--workers=1', '--output=test-results/again'],
};

/** Counts what a runner did; files that failed are run once more, alone. */
async function count(runner, { code, result }) {
  const { name } = runner;
  if (result === undefined) return add(name, code, { passed: 0, failed: ['left no report'], skipped: 0 });
  const files = toTryAgain(result);
  if (files.length === 0) return add(name, code, countBoth(result));
  console.log(`${name}: ${files.length} of ${result.files.length} files failed and run again, alone`);
  const again = await runner.run('again', ...files, ...runner.alone);
  const counted = countBoth(result, again.result);
  for (const text of counted.onlyAgain) named.push(`passed only when run again: ${text}`);
  add(name, again.code, counted);
}

/** Adds what a test runner has counted. */
function add(name, code, { passed, failed, skipped }) {
  // A runner that fails for another reason than a failed test must not pass unseen.
  const texts = code !== 0 && failed.length === 0 ? [`ended with ${code}`] : failed;
  total.passed += passed;
  total.failed += texts.length;
  total.skipped += skipped;
  for (const text of texts) named.push(`failed: ${name}: ${text}`);
  console.log(`${name}: ${passed} passed, ${texts.length} failed, ${skipped} skipped`);
}

// Side by side: what the ones leave of the processors while they wait, the others use.
const runners = built ? [units, browser] : [units];
const first = await Promise.all(runners.map((runner) => runner.run('first', ...runner.beside)));
for (const [index, runner] of runners.entries()) await count(runner, first[index]);
if (!built) {
  total.failed += 1;
  named.push('failed: browser and desktop: not run, for the build failed');
}

await rm(reports, { recursive: true, force: true });
for (const line of inLines(named, MAX_NAMED)) console.log(line);
if (total.skipped > 0) console.log(`${total.skipped} skipped; each says why above`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
