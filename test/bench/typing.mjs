// What a letter costs the admin's page, typed into a long rich text, into a form of many fields and into the search of
// a long list: `node test/bench/typing.mjs` after `npm run build`.
//   --only text|form|list   --words N (50000)   --fields N (200)   --objects N (100000)   --letters N (60)
//   --dist DIR (dist), to compare with another build   --profile FILE for a profile of the processor
// Nothing is asserted.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { chromium } from 'playwright';
import { findChromium } from '../tools/chromium.mjs';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    words: { type: 'string', default: '50000' },
    fields: { type: 'string', default: '200' },
    objects: { type: 'string', default: '100000' },
    letters: { type: 'string', default: '60' },
    dist: { type: 'string', default: 'dist' },
    profile: { type: 'string' },
  },
});
const words = Number(values.words);
const fields = Number(values.fields);
const objects = Number(values.objects);
const letters = Number(values.letters);
const IN_A_PARAGRAPH = 50;
/** Between two letters, in ms: a quick writer. */
const PAUSE = 100;
/** For what the page does after it has opened, in ms. */
const SETTLED = 3000;
/** Longer tasks are felt, in ms. */
const LONG = 50;
/** Letters that are typed after the first one and before those that are counted: code is still being compiled. */
const WARMING = 3;

const property = (field, type = 'string') => ({ type, field, label: field });

/** One object that has a text of so many words. */
function text() {
  const paragraph = (at) =>
    `<p>${at} ${'word <em>and</em> another '.repeat(IN_A_PARAGRAPH / 3)}<a href="/x">end</a></p>`;
  const body = Array.from({ length: words / IN_A_PARAGRAPH }, (_, at) => paragraph(at)).join('');
  return {
    '.schemas/long-text.json': {
      id: 'long-text',
      type: 'object',
      properties: { id: property('slug'), body: property('styledtext') },
    },
    'texts/.meta.json': { id: 'texts', schema: 'long-text', name: 'Texts' },
    'texts/long.json': { id: 'long', body },
  };
}

/** One object of so many fields, most of them with a text. */
function form() {
  const KINDS = [
    'text',
    'text',
    'textarea',
    'number',
    'select',
    'toggle',
    'date',
    'url',
    'styledtext',
    'tags',
  ];
  const names = Array.from({ length: fields }, (_, at) => [`f${at}`, KINDS[at % KINDS.length]]);
  const definitions = names.map(([name, field]) => [
    name,
    { ...property(field), label: `Field ${name}`, ...(field === 'select' ? { enum: ['one', 'two'] } : {}) },
  ]);
  const filled = names
    .filter(([, field]) => /text/.test(field))
    .map(([name]) => [name, 'Some words of a text']);
  return {
    '.schemas/form.json': {
      id: 'form',
      type: 'object',
      properties: { id: property('slug'), ...Object.fromEntries(definitions) },
    },
    'forms/.meta.json': { id: 'forms', schema: 'form', name: 'Forms' },
    'forms/long.json': { id: 'long', ...Object.fromEntries(filled) },
  };
}

/** So many objects in one collection. */
function list() {
  const files = {
    '.schemas/post.json': {
      id: 'post',
      type: 'object',
      properties: { id: property('slug'), title: property('text') },
    },
    'posts/.meta.json': { id: 'posts', schema: 'post', name: 'Posts' },
  };
  for (let at = 0; at < objects; at++) files[`posts/p${at}.json`] = { id: `p${at}`, title: `Harbour ${at}` };
  return files;
}

const SCENES = {
  text: {
    name: `A text of ${words} words`,
    files: text,
    path: 'texts/long',
    field: (page) => page.locator('#field-body p').nth(3),
  },
  form: {
    name: `A form of ${fields} fields`,
    files: form,
    path: 'forms/long',
    field: (page) => page.locator('#field-f0'),
  },
  list: {
    name: `The search of a list of ${objects}`,
    files: list,
    path: 'posts',
    field: (page) => page.getByRole('searchbox').first(),
  },
};

async function writeFiles(folder, files) {
  const made = new Set();
  for (const [path, content] of Object.entries(files)) {
    const directory = join(folder, path, '..');
    if (!made.has(directory)) await mkdir(directory, { recursive: true });
    made.add(directory);
    await writeFile(join(folder, path), JSON.stringify(content));
  }
}

/** Tasks of the page's own thread, from a trace: processor time of each, and how often layout was asked for. */
async function tasksIn(file) {
  const { traceEvents } = JSON.parse(await readFile(file, 'utf8'));
  const counts = new Map();
  for (const { pid, tid, name } of traceEvents) {
    if (name === 'EventDispatch') counts.set(`${pid}/${tid}`, (counts.get(`${pid}/${tid}`) ?? 0) + 1);
  }
  const [thread] = [...counts].sort((one, other) => other[1] - one[1])[0] ?? [];
  const own = traceEvents.filter(({ pid, tid, ph }) => `${pid}/${tid}` === thread && ph === 'X');
  return {
    tasks: own
      .filter(({ name }) => name === 'RunTask' || name === 'ThreadControllerImpl::RunTask')
      .map(({ tdur = 0 }) => tdur / 1000),
    layouts: own.filter(({ name }) => name === 'Layout').length,
  };
}

/** Answers the processor time that the page has used since it was opened, in all and by what it did, in ms. */
async function meter(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const used = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return Object.fromEntries(metrics.map(({ name, value }) => [name, value * 1000]));
  };
  return { session, used };
}

/** Types, and answers processor time per letter and the tasks that the browser calls long. */
async function type(browser, page, home, { session, used }) {
  const typeLetters = async (count) => {
    for (let letter = 0; letter < count; letter += 1) {
      await page.keyboard.type('a');
      await page.waitForTimeout(PAUSE);
    }
  };
  const traced = async (count) => {
    const trace = join(home, 'trace.json');
    const categories = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'toplevel'];
    await browser.startTracing(page, { path: trace, categories });
    await typeLetters(count);
    await browser.stopTracing();
    return tasksIn(trace);
  };
  const first = await traced(1);
  await typeLetters(WARMING);
  await page.waitForTimeout(SETTLED);
  if (values.profile) {
    await session.send('Profiler.enable');
    await session.send('Profiler.start');
    await typeLetters(letters);
    const { profile } = await session.send('Profiler.stop');
    await writeFile(values.profile, JSON.stringify(profile));
  }
  // Without the trace, which costs processor time of its own.
  const before = await used();
  await typeLetters(letters);
  const after = await used();
  const { tasks, layouts } = await traced(letters);
  const perLetter = (name) => ((after[name] - before[name]) / letters).toFixed(1);
  return {
    all: perLetter('TaskDuration'),
    script: perLetter('ScriptDuration'),
    layout: perLetter('LayoutDuration'),
    layouts: (layouts / letters).toFixed(1),
    long: tasks.filter((task) => task > LONG).length,
    longest: Math.round(Math.max(0, ...tasks)),
    first: Math.round(Math.max(0, ...first.tasks)),
  };
}

const entry = pathToFileURL(resolve(values.dist, 'server/start.js'));
const { startServer } = await import(entry.href);

async function run({ name, files, path, field }) {
  const home = await mkdtemp(join(tmpdir(), 'plinth-typing-'));
  const folder = join(home, 'site');
  await writeFiles(folder, files());
  const server = await startServer({
    ...{ folder, cache: join(home, 'cache'), state: join(home, 'state') },
    ...{ port: 0, anyPort: true, log: pino({ level: 'error' }) },
  });
  const browser = await chromium.launch(await findChromium());
  try {
    const page = await browser.newPage();
    await page.goto(server.adminLink());
    const processor = await meter(page);
    const before = await processor.used();
    const started = performance.now();
    await page.goto(`${server.url}/admin/c/${path}`);
    await field(page).waitFor({ timeout: 300_000 });
    const opened = Math.round(performance.now() - started);
    const opening = Math.round((await processor.used()).TaskDuration - before.TaskDuration);
    await field(page).click();
    await page.waitForTimeout(SETTLED);
    const { all, script, layout, layouts, long, longest, first } = await type(browser, page, home, processor);
    process.stdout.write(
      `${name}, shown after ${opened} ms with ${opening} ms of processor time. Processor time per letter: ${all} ms, of it ${script} ms script and ${layout} ms layout (${layouts} times). ` +
        `Of ${letters} letters ${long} tasks took more than ${LONG} ms of processor time, the longest ${longest} ms, that of the first letter ${first} ms.\n`,
    );
  } finally {
    await browser.close();
    await server.close();
    await rm(home, { recursive: true, force: true });
  }
}

for (const [name, scene] of Object.entries(SCENES)) {
  if (values.only === undefined || values.only === name) await run(scene);
}
