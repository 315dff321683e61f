/**
 * The everyday tasks in the magazine of the starters, with the mouse and with the keyboard alone. The page "Everyday
 * tasks" of the documentation names the steps and the number of actions, which are counted here.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Request } from 'playwright/test';
import { jpeg } from '../fixtures/pictures.ts';
import { thorough } from '../helpers/thorough.ts';
import { change } from './change.ts';
import { type Hand, Keyboard, Mouse } from './hand.ts';
import { expect, type Page, type Site, test } from './plinth.ts';

interface Given {
  hand: Hand;
  admin: Page;
  site: Site;
}

const photo = async (name: string) => ({ name, mimeType: 'image/jpeg', buffer: await jpeg(160, 120) });

const field = (admin: Page, name: string) => admin.locator(`[data-property="${name}"]`);
const text = (admin: Page) => field(admin, 'content').getByRole('textbox').first();
const side = (admin: Page, name: RegExp) =>
  admin.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
const article = (site: Site, id: string) => async () => (await site.read(`blog/${id}.json`)) ?? {};

/** Opens an object by a part of its title, from anywhere. */
async function find({ hand, admin }: Given, words: string, title: string) {
  await hand.key('Control+k');
  await hand.type(words);
  await expect(admin.getByRole('dialog', { name: 'Go to' }).getByText(title).first()).toBeVisible();
  await hand.key('Enter');
  await expect(admin.getByRole('heading', { level: 1, name: title })).toBeVisible();
}

/** Links to the object that fits the words best, as soon as they are typed. */
async function linkTo({ hand, admin }: Given, words: string) {
  await hand.key('Control+k');
  await hand.type(words);
  await expect(admin.getByRole('combobox', { name: 'Object or address' })).toHaveValue(words);
  await hand.key('Enter');
  await expect(admin.getByRole('dialog', { name: 'Link' })).toHaveCount(0);
}

/** A development server of one page, which reads the article whenever it is shown, and shows it again by itself. */
const SITE = `import { createServer } from 'node:http';
const { PLINTH_URL: url, PLINTH_KEY: key } = process.env;
const server = createServer(async (request, response) => {
  const id = request.url.split('/').at(-1);
  const answer = await fetch(url + '/api/collections/blog/' + id, { headers: { 'X-API-Key': key } });
  const { title } = await answer.json();
  response.writeHead(200, { 'Content-Type': 'text/html', Refresh: '1' }).end('<!doctype html><h1>' + title + '</h1>');
});
server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port));`;

interface Task {
  /** As the page of the documentation has it. */
  title: string;
  /** What happened before, which no editor does. */
  given?(given: Given): Promise<void>;
  work(given: Given): Promise<void>;
}

const TASKS: Task[] = [
  {
    title: 'Write and publish an article with two images',
    async work({ hand, admin, site }) {
      await hand.press(admin.getByRole('main').getByRole('link', { name: 'New article' }));
      await expect(field(admin, 'title').getByRole('textbox')).toBeFocused();
      await hand.type('Low water');
      await hand.typeIn(text(admin), 'The harbor at its emptiest. ');
      await hand.press(field(admin, 'content').getByRole('button', { name: 'Image or file' }));
      await hand.choose(admin.getByRole('button', { name: 'Choose an image…' }), await photo('mud.jpg'));
      await hand.choose(
        field(admin, 'image').getByRole('button', { name: /^Drop an image/ }),
        await photo('boats.jpg'),
      );
      await hand.typeIn(field(admin, 'image').getByLabel('Alternative text'), 'Boats on the mud');
      await hand.press(field(admin, 'draft').getByRole('switch'));
      await hand.key('Control+s');
      await expect.poll(article(site, 'low-water')).toMatchObject({
        draft: false,
        image: { name: 'boats.jpg', alt: 'Boats on the mud' },
        content: expect.stringContaining('mud.jpg'),
      });
    },
  },
  {
    title: 'Link to another article',
    async work(given) {
      const { hand, admin, site } = given;
      await find(given, 'repair', 'The repair table');
      await hand.typeIn(text(admin), 'See also ');
      await linkTo(given, 'night train');
      await hand.key('Control+s');
      await expect
        .poll(article(site, 'the-repair-table'))
        .toMatchObject({ content: expect.stringContaining('href="/journal/notes-from-a-night-train') });
    },
  },
  {
    title: 'Replace an image everywhere',
    async given({ site }) {
      const map = await readFile(`${site.data}/blog/a-map-made-on-foot/image/map.webp`);
      await site.write({ 'blog/keeping-a-weather-diary/image/weather-diary.webp': map });
    },
    async work({ hand, admin, site }) {
      await hand.press(side(admin, /^Media/));
      await hand.press(admin.getByRole('button', { name: /map\.webp/ }).first());
      await hand.choose(admin.getByRole('button', { name: 'Replace everywhere…' }), await photo('new.jpg'));
      await hand.press(admin.getByRole('dialog').getByRole('button', { name: 'Replace', exact: true }));
      await expect.poll(article(site, 'a-map-made-on-foot')).toMatchObject({ image: { width: 160 } });
      await expect.poll(article(site, 'keeping-a-weather-diary')).toMatchObject({ image: { width: 160 } });
    },
  },
  {
    title: 'Find and fix a broken link',
    async given({ admin, site }) {
      const body = '<p>As in <a href="/journal/no-such-article">an older article</a>.</p>';
      await change(admin, site.url, 'PATCH', '/collections/pages/about', { body });
    },
    async work(given) {
      const { hand, admin, site } = given;
      await hand.press(side(admin, /^Health/));
      await hand.press(admin.getByRole('link', { name: /^Broken links/ }));
      await hand.press(admin.getByRole('main').getByRole('listitem').getByRole('link').last());
      await hand.press(admin.getByRole('button', { name: '1 broken link' }));
      await expect(field(admin, 'body').getByRole('textbox').first()).toBeFocused();
      await linkTo(given, 'hedge');
      await hand.key('Control+s');
      await expect
        .poll(() => site.read('pages/about.json'))
        .toMatchObject({ body: expect.stringContaining('/journal/the-hedge-at-the-end-of-the-lane') });
    },
  },
  {
    title: 'Bring back an earlier version of one field',
    async given({ admin, site }) {
      await change(admin, site.url, 'PATCH', '/collections/blog/bread-for-a-cold-kitchen', {
        summary: 'Worse.',
      });
    },
    async work(given) {
      const { hand, admin, site } = given;
      await find(given, 'bread', 'Bread for a cold kitchen');
      await hand.key('Alt+h');
      const panel = admin.getByRole('dialog', { name: /^History of/ });
      await hand.press(panel.getByRole('navigation', { name: 'Versions' }).getByRole('button').nth(1));
      await hand.press(panel.getByRole('button', { name: 'Restore Summary' }));
      await expect
        .poll(article(site, 'bread-for-a-cold-kitchen'))
        .toMatchObject({ summary: expect.stringMatching(/^(?!Worse)/) });
    },
  },
  {
    title: 'Find a sentence you half remember',
    async work({ hand, admin }) {
      await hand.key('Control+k');
      await hand.type('holding the screwdriver');
      await hand.press(admin.getByRole('button', { name: /^Search all texts/ }));
      await hand.press(admin.getByRole('main').getByRole('link', { name: 'The repair table' }).first());
      await expect(admin).toHaveURL(/the-repair-table$/);
    },
  },
  {
    title: 'Give three articles another author',
    async work({ hand, admin, site }) {
      await hand.press(side(admin, /^Journal/));
      for (const title of ['What the tide leaves', 'A map made on foot', 'Keeping a weather diary']) {
        await hand.press(admin.getByRole('row').filter({ hasText: title }).getByRole('checkbox'));
      }
      await hand.press(admin.getByRole('button', { name: 'Edit fields…' }));
      const dialog = admin.getByRole('dialog');
      await hand.press(dialog.getByRole('combobox', { name: 'Field 1' }));
      await hand.press(admin.getByRole('option', { name: 'Author', exact: true }));
      await hand.press(dialog.getByRole('combobox', { name: 'Value for Author' }));
      await hand.press(admin.getByRole('option', { name: 'Tom Ashdown' }));
      await hand.press(dialog.getByRole('button', { name: 'Preview' }));
      await hand.press(dialog.getByRole('button', { name: /^Change \d articles?$/ }));
      await expect.poll(article(site, 'a-map-made-on-foot')).toMatchObject({ author: 'tom-ashdown' });
    },
  },
  {
    title: 'Publish a draft on a later day',
    async work(given) {
      const { hand, admin, site } = given;
      await find(given, 'letters', 'Letters to the editor: winter');
      await hand.typeIn(field(admin, 'date').getByRole('textbox'), '2 Mar 2040');
      await hand.press(field(admin, 'draft').getByRole('switch'));
      await hand.key('Control+s');
      await expect
        .poll(article(site, 'letters-to-the-editor-winter'))
        .toMatchObject({ date: '2040-03-02', draft: false });
    },
  },
  {
    title: 'Change a live article and publish it on Friday',
    async work(given) {
      const { hand, admin, site } = given;
      await hand.press(side(admin, /^Releases/));
      await hand.press(admin.getByRole('button', { name: 'New release' }));
      await expect(admin.getByRole('dialog').getByLabel('Title')).toBeFocused();
      await hand.type('Friday');
      // The same day and month, as browsers write dates in different orders.
      await hand.typeTime(admin.getByLabel('Publish at'), ['06062036', '0900AM']);
      await hand.key('Enter');
      await expect(admin.getByRole('heading', { name: 'Friday' })).toBeVisible();
      await find(given, 'weather', 'Keeping a weather diary');
      await hand.typeIn(field(admin, 'title').getByRole('textbox'), 'A diary of the weather');
      await hand.press(admin.getByRole('button', { name: 'More save options' }));
      await hand.press(admin.getByRole('menuitem', { name: 'Save to “Friday”' }));
      await expect
        .poll(async () => (await site.read('.changes/friday/blog/keeping-a-weather-diary.json')) ?? {})
        .toMatchObject({ values: { title: 'A diary of the weather' } });
      expect(await site.read('.changes/friday/set.json')).toMatchObject({
        publishAt: '2036-06-06T09:00:00.000Z',
      });
      expect(await article(site, 'keeping-a-weather-diary')()).toMatchObject({
        title: 'Keeping a weather diary',
      });
    },
  },
  {
    title: 'See a change on the page before it is saved',
    async given({ admin, site }) {
      const directory = `${site.data}-site`;
      await mkdir(directory);
      await writeFile(join(directory, 'serve.mjs'), SITE);
      const develop = `"${process.execPath}" serve.mjs`;
      await change(admin, site.url, 'POST', '/sites', { name: 'Magazine', directory, develop });
    },
    async work(given) {
      const { hand, admin, site } = given;
      await find(given, 'made on foot', 'A map made on foot');
      await hand.key('Alt+p');
      await hand.press(admin.getByRole('button', { name: 'Start Magazine' }));
      const page = admin.frameLocator('iframe[title="Preview of the site"]').getByRole('heading');
      await expect(page).toHaveText('A map made on foot');
      await hand.typeIn(field(admin, 'title').getByRole('textbox'), 'A map drawn on foot');
      await expect(page).toHaveText('A map drawn on foot');
      expect(await article(site, 'a-map-made-on-foot')()).toMatchObject({ title: 'A map made on foot' });
      await hand.key('Control+s');
      await expect.poll(article(site, 'a-map-made-on-foot')).toMatchObject({ title: 'A map drawn on foot' });
      // Other tasks begin without it.
      await admin.keyboard.press('Alt+p');
    },
  },
  {
    title: 'Change the address of an article, and keep its links',
    async work(given) {
      const { hand, admin, site } = given;
      await find(given, 'second-best', 'In praise of the second-best path');
      await hand.press(admin.getByRole('button', { name: 'More actions' }));
      await hand.press(admin.getByRole('menuitem', { name: 'Change ID…' }));
      await expect(admin.getByRole('textbox', { name: 'New ID' })).toBeFocused();
      await hand.type('second-best-path');
      await hand.key('Enter');
      await expect.poll(article(site, 'second-best-path')).toMatchObject({ id: 'second-best-path' });
    },
  },
  {
    title: 'Bring back a deleted article',
    async given({ admin, site }) {
      await change(admin, site.url, 'DELETE', '/collections/blog/how-to-draw-a-bird-that-will-not-sit-still');
    },
    async work({ hand, admin, site }) {
      await hand.press(side(admin, /^Trash/));
      await hand.press(
        admin
          .getByRole('main')
          .getByRole('button', { name: /^Restore/ })
          .first(),
      );
      await expect
        .poll(article(site, 'how-to-draw-a-bird-that-will-not-sit-still'))
        .toMatchObject({ author: 'ines-calloway' });
    },
  },
];

/**
 * Waits until the page has heard of what it has sent: a file is on disk before that, and the page that goes to another
 * address then would end the next visit.
 */
function watchSending(page: Page): () => Promise<void> {
  const sending = new Set<Request>();
  const ended = (request: Request) => void sending.delete(request);
  page.on('request', (request) => void (request.method() !== 'GET' && sending.add(request)));
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  return async () => {
    await expect.poll(() => sending.size).toBe(0);
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  };
}

/** The numbers of actions that the documentation names, by task. */
async function documented(): Promise<Record<string, number>> {
  const page = await readFile(new URL('../../resources/docs/everyday-tasks.md', import.meta.url), 'utf8');
  const rows = page.matchAll(/^## (?<title>.+)\n\n(?<actions>\d+) actions/gm);
  return Object.fromEntries([...rows].map(({ groups }) => [groups?.title, Number(groups?.actions)]));
}

const HANDS: [string, new (page: Page) => Hand][] = [['the keyboard alone', Keyboard]];
// Most other tests use the mouse.
if (thorough) HANDS.push(['the mouse', Mouse]);

for (const [how, Kind] of HANDS) {
  test(`every task is done with ${how}, in as many actions as the documentation says`, async ({
    home: admin,
    site,
  }) => {
    // As long as a test for each of them.
    test.setTimeout(TASKS.length * test.info().timeout);
    const isSent = watchSending(admin);
    await admin.getByRole('button', { name: 'Use starter: Magazine' }).click();
    await expect(admin.getByText(/^Folder set up/)).toBeVisible();
    await admin.getByText('Writing', { exact: true }).click();
    const counted: Record<string, number> = {};
    for (const task of TASKS) {
      await test.step(task.title, async () => {
        const hand = new Kind(admin);
        await task.given?.({ hand, admin, site });
        await admin.goto(`${site.url}/admin/`);
        await expect(admin.getByRole('main').getByRole('link', { name: 'New article' })).toBeVisible();
        await task.work({ hand, admin, site });
        counted[task.title] = hand.actions;
        await isSent();
      });
    }
    expect(counted).toEqual(await documented());
  });
}
