// What a letter typed into a long rich text costs the admin's page: `node test/bench/typing.mjs` after `npm run build`.
//   --words N (50000)   --letters N (60)   --profile FILE for a profile of the processor. Nothing is asserted.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { chromium } from 'playwright';
import { findChromium } from '../tools/chromium.mjs';

const { values } = parseArgs({
  options: {
    words: { type: 'string', default: '50000' },
    letters: { type: 'string', default: '60' },
    profile: { type: 'string' },
  },
});
const words = Number(values.words);
const letters = Number(values.letters);
const IN_A_PARAGRAPH = 50;
/** Between two letters, in ms: a quick writer. */
const PAUSE = 100;
/** For what the page does after it has opened, in ms. */
const SETTLED = 3000;

/** A folder with one object that has a text of so many words. */
async function writeText(folder) {
  const paragraph = (at) =>
    `<p>${at} ${'word <em>and</em> another '.repeat(IN_A_PARAGRAPH / 3)}<a href="/x">end</a></p>`;
  const property = (field, type) => ({ type, field, label: field });
  const files = {
    '.schemas/sample.json': {
      id: 'sample',
      type: 'object',
      properties: { id: property('id', 'slug'), body: property('styledtext', 'string') },
    },
    'texts/.meta.json': { id: 'texts', schema: 'sample', name: 'Texts' },
    'texts/long.json': {
      id: 'long',
      body: Array.from({ length: words / IN_A_PARAGRAPH }, (_, at) => paragraph(at)).join(''),
    },
  };
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), JSON.stringify(content));
  }
}

/** Types, and answers processor time per letter and the tasks that the browser calls long. */
async function type(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const used = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return Object.fromEntries(metrics.map(({ name, value }) => [name, value * 1000]));
  };
  await page.evaluate(() => {
    globalThis.longTasks = [];
    const observer = new PerformanceObserver((list) => {
      globalThis.longTasks.push(...list.getEntries().map(({ duration }) => duration));
    });
    observer.observe({ entryTypes: ['longtask'] });
  });
  if (values.profile) {
    await session.send('Profiler.enable');
    await session.send('Profiler.start');
  }
  const before = await used();
  for (let letter = 0; letter < letters; letter += 1) {
    await page.keyboard.type('a');
    await page.waitForTimeout(PAUSE);
  }
  const after = await used();
  if (values.profile) {
    const { profile } = await session.send('Profiler.stop');
    await writeFile(values.profile, JSON.stringify(profile));
  }
  const perLetter = (name) => ((after[name] - before[name]) / letters).toFixed(1);
  return {
    all: perLetter('TaskDuration'),
    script: perLetter('ScriptDuration'),
    longTasks: await page.evaluate(() => globalThis.longTasks),
  };
}

const { startServer } = await import(new URL('../../dist/server/start.js', import.meta.url).href);
const home = await mkdtemp(join(tmpdir(), 'plinth-typing-'));
const folder = join(home, 'site');
await writeText(folder);
const server = await startServer({
  ...{ folder, cache: join(home, 'cache'), state: join(home, 'state') },
  ...{ port: 0, anyPort: true, log: pino({ level: 'error' }) },
});
const browser = await chromium.launch(await findChromium());
try {
  const page = await browser.newPage();
  await page.goto(server.adminLink());
  const started = performance.now();
  await page.goto(`${server.url}/admin/c/texts/long`);
  await page.locator('#field-body p').nth(3).click({ timeout: 120_000 });
  const opened = Math.round(performance.now() - started);
  await page.waitForTimeout(SETTLED);
  const { all, script, longTasks } = await type(page);
  const longest = Math.round(Math.max(0, ...longTasks));
  process.stdout.write(
    `${words} words, opened in ${opened} ms. Processor time per letter: ${all} ms, of it ${script} ms script. ` +
      `${longTasks.length} of ${letters} letters with a task above 50 ms, the longest ${longest} ms.\n`,
  );
} finally {
  await browser.close();
  await server.close();
  await rm(home, { recursive: true, force: true });
}
