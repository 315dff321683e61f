// `npm test`: every check and every test in one go, closing with "N passed, N failed".
// Works after a bare `npm ci`: the build is made here, the browser is found or comes from an npm package.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { countBoth, toTryAgain } from './second-try.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
// Thousands of durable writes wait for the disk; where there is a disk of memory the tests' folders lie there.
if (existsSync('/dev/shm')) process.env.TMPDIR ??= '/dev/shm';
// The admin is also built in a language for tests, in which every text that cannot be translated shows.
process.env.PLINTH_PSEUDO_LOCALE ??= '1';
const reports = await mkdtemp(join(tmpdir(), 'plinth-test-'));
const total = { passed: 0, failed: 0, skipped: 0 };

/** Prints the lines of a stream, each after the name of the step it comes from. */
function printLines(name, stream) {
  createInterface({ input: stream }).on('line', (line) => console.log(`${name} | ${line}`));
}

/** Runs a command of node_modules and prints its output by lines; resolves with its exit code. */
function run(name, command, args, env = {}) {
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
    for (const stream of [child.stdout, child.stderr]) printLines(name, stream);
    child.on('error', () => resolve(1));
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/** A step that is one check: it counts as one test. */
async function check(name, command, args) {
  const code = await run(name, command, args);
  total[code === 0 ? 'passed' : 'failed'] += 1;
  console.log(`${code === 0 ? 'ok' : 'FAILED'}: ${name}`);
  return code === 0;
}

/** Runs a test runner that writes a JSON report; resolves with its code, and with no report where it left none. */
async function reported(name, command, args, report, env) {
  const code = await run(name, command, args, env);
  try {
    return { code, result: JSON.parse(await readFile(report, 'utf8')) };
  } catch {
    console.log(`${name} left no report`);
    return { code };
  }
}

/** Adds what a test runner has counted. */
function add(name, code, { passed, failed, skipped }) {
  // A runner that fails for another reason than a failed test must not pass unseen.
  const counted = { passed, failed: code !== 0 && failed === 0 ? 1 : failed, skipped };
  for (const key of Object.keys(total)) total[key] += counted[key];
  console.log(`${name}: ${passed} passed, ${counted.failed} failed, ${skipped} skipped`);
}

/** Titles of the browser tests that failed first and passed then, from Playwright's nested report. */
function unsteady(suites) {
  return suites.flatMap((inner) => [
    ...(inner.specs ?? [])
      .filter((spec) => spec.tests.some((test) => test.status === 'flaky'))
      .map((spec) => `${spec.file}: ${spec.title}`),
    ...unsteady(inner.suites ?? []),
  ]);
}

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

const UNITS = 'units and HTTP';

/** Tests of the sources, through HTTP and through the command line: all, or certain files again. */
function units(report, ...more) {
  return reported(
    UNITS,
    'vitest/vitest.mjs',
    [
      ...['run', '--config', 'test/vitest.config.ts', '--reporter=default', '--silent=passed-only'],
      ...['--reporter=./test/tools/file-results.mjs', ...more],
    ],
    join(reports, report),
    { PLINTH_FILE_RESULTS: join(reports, report) },
  );
}

/** Counts the units; files that failed are run once more, alone, each in a process of its own. */
async function countUnits({ code, result }) {
  if (result === undefined) return add(UNITS, code, { passed: 0, failed: 1, skipped: 0 });
  const files = toTryAgain(result);
  if (files.length === 0) return add(UNITS, code, countBoth(result));
  console.log(`${UNITS}: ${files.length} of ${result.files.length} files failed and run again, alone`);
  const again = await units('again.json', ...files, '--maxWorkers=1', '--isolate');
  const counted = countBoth(result, again.result);
  for (const name of counted.onlyAgain) console.log(`passed only when run again: ${name}`);
  add(UNITS, again.code, counted);
}

/** Tests of the built product in a browser and in the desktop app. */
async function browser() {
  const name = 'browser and desktop';
  const report = join(reports, 'playwright.json');
  const { code, result } = await reported(
    name,
    'playwright/cli.js',
    ['test', '--config', 'test/playwright.config.ts', '--reporter=line,json'],
    report,
    { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  );
  if (result === undefined) return add(name, code, { passed: 0, failed: 1, skipped: 0 });
  const { stats, suites } = result;
  for (const title of unsteady(suites)) console.log(`passed only when run again: ${title}`);
  add(name, code, { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped });
}

// Side by side: what the ones leave of the processors while they wait, the others use.
const everyUnit = () => units('first.json', '--maxWorkers=100%');
if (built) {
  const [first] = await Promise.all([everyUnit(), browser()]);
  await countUnits(first);
} else {
  await countUnits(await everyUnit());
  total.failed += 1;
  console.log('browser and desktop tests not run: the build failed');
}

await rm(reports, { recursive: true, force: true });
if (total.skipped > 0) console.log(`${total.skipped} skipped; each says why above`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
