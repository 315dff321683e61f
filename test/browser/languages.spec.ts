/** The languages of the admin: chosen by the reader, and nothing stays English that a reader sees. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, follow, type Page, test } from './plinth.ts';

// In letters that English has not: every Latin word of a page is a text of the admin.
const files = {
  '.schemas/s.json': {
    id: 's',
    properties: {
      id: { $ref: 'slug', field: 'id', label: 'Ид' },
      tt: { type: 'string', field: 'text', label: 'Имя', settings: { required: true } },
      n: { type: 'number', field: 'number', label: 'Число' },
      d: { type: 'string', field: 'date', label: 'День' },
      co: { type: 'string', field: 'text', label: 'Код', pattern: '^[A-Z]+$' },
      kr: { type: 'string', format: 'cron', field: 'text', label: 'Срок' },
      on: { type: 'boolean', field: 'toggle', label: 'Да' },
      im: { $ref: 'image', field: 'image', label: 'Вид' },
      tx: { type: 'string', field: 'styledtext', label: 'Текст' },
      k: { $ref: 'deck', field: 'deck', schemaref: 'p', label: 'Ряд' },
    },
    required: ['id', 'tt'],
    index: ['id', 'tt', 'n', 'd'],
  },
  '.schemas/p.json': {
    id: 'p',
    properties: { id: { $ref: 'slug', field: 'id', label: 'Ид' } },
    required: ['id'],
  },
  'a/.meta.json': { id: 'a', schema: 's', name: 'Дела', labelSingular: 'Дело', labelPlural: 'Дела' },
  'e/.meta.json': { id: 'e', schema: 's', name: 'Ещё' },
  'a/b.json': {
    id: 'b',
    tt: 'Рим',
    n: 3,
    d: '2026-01-02',
    on: true,
    tx: '<p>Мир</p>',
    k: { c: { id: 'c' } },
  },
};
test.use({ files });

const PSEUDO = fileURLToPath(new URL('../../dist/renderer/index.en-XA.html', import.meta.url));

/** What stays as it is in every language: names, formats, keys, and texts that are data of the server or a schema. */
const NAMES =
  /\b(?:Plinth|API|JSON|CSV|HTML|SVG|HTTP|URLs?|URI|ID|MCP|OAuth|OpenAPI|curl|Astro|Eleventy|JavaScript|NDJSON|ZIP|Markdown|WordPress|Directus|Strapi|Ctrl|Alt|Shift|Esc|Space|Home|End|Enter|Delete|GET|PUT|POST|PATCH|DELETE|English|Deutsch|harbour-studio|Pro|Lite|UTC|Owner|E-mail|Title|Chrome|Linux|Mozilla|http\S+|\w+\.json|[A-Z][a-z]{2} \d{4})\b/g;

/** Texts on the page, and names that only assistive technology reads, with a Latin word in them. */
const readable = (page: Page) =>
  page.evaluate(() => {
    const skipped = 'code, kbd, pre, script, style, .cm-editor, [translate="no"], [lang="en"], [lang="de"]';
    const found = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (parent?.checkVisibility() && !parent.closest(skipped)) found.add(node.textContent ?? '');
    }
    for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
      for (const element of document.body.querySelectorAll(`[${name}]`))
        if (element.checkVisibility() && !element.closest(`${skipped}, [aria-hidden]`))
          found.add(element.getAttribute(name) ?? '');
    return [...found];
  });

/** Pages with something on them. */
const PAGES = [
  '',
  'c/a',
  'c/a/b',
  'c/a/new',
  'media',
  'health',
  'trash',
  'activity',
  'search?q=x',
  'damaged',
  'conflicts',
  'schemas/s',
  'schemas/new',
  'transfer',
  'settings',
  'utils/api-keys',
  'settings/limits',
  'utils/oauth-clients',
  'utils/users',
  'utils/oauth-grants',
  'import',
  'schemas/s/edit',
  'account',
  'c/automations',
  'nothing/here',
];

test('no text of the admin is left out of the catalogs', async ({ admin, site }) => {
  test.skip(
    !existsSync(PSEUDO),
    'the build has no pseudo-locale: PLINTH_PSEUDO_LOCALE=1 npm run build:renderer',
  );
  test.slow();
  await admin.context().addCookies([{ name: 'plinth-language', value: 'en-XA', url: site.url }]);
  const found: string[] = [];
  await admin.goto(`${site.url}/admin/components`);
  for (const path of PAGES) {
    await follow(admin, `/admin/${path}`);
    await expect(admin.locator('html')).toHaveAttribute('lang', 'en-XA');
    await expect(admin.getByRole('heading', { level: 1 }).first()).toBeVisible();
    for (const text of await readable(admin)) {
      // A text of the catalog stands in brackets; what it shows besides are values.
      const rest = text
        .replace(/⟦.*?⟧/gs, '')
        .replace(NAMES, '')
        // Of a language that does not exist the browser says it in English.
        .replace(/\d+ (?:second|minute)s? ago/, '')
        .replace(/(?<=^[\p{L} ]*, )[a-z]+$/u, '');
      // Addresses, and what a browser says of itself, are no texts.
      if (/^(?:\/api|Mozilla)/.test(text)) continue;
      if (/[a-z]{3}/i.test(rest) && !text.includes('⟦')) found.push(`${path}: ${text.trim()}`);
    }
  }
  expect(found).toEqual([]);
});

test('a reader chooses German, which stays, and returns to English', async ({ admin, site }) => {
  await admin.goto(`${site.url}/admin/c/a/b`);
  await admin.getByRole('button', { name: 'Appearance and language' }).click();
  await admin.getByRole('menuitem', { name: 'Deutsch' }).click();
  await expect(admin.locator('html')).toHaveAttribute('lang', 'de');
  await admin.getByRole('textbox', { name: 'Имя' }).fill('Осло');
  await admin.getByRole('button', { name: 'Speichern', exact: true }).click();
  await expect.poll(async () => (await site.read('a/b.json'))?.tt).toBe('Осло');
  // The server answers in English.
  await admin.getByRole('textbox', { name: 'Код' }).fill('abc');
  await admin.getByRole('button', { name: 'Speichern', exact: true }).click();
  await expect(admin.getByText('Код entspricht nicht dem Muster (^[A-Z]+$)').first()).toBeVisible();
  await admin.getByRole('textbox', { name: 'Срок' }).fill('0 3 * * *');
  await expect(admin.getByText('Um 03:00, jeden Tag')).toBeVisible();
  await admin.getByRole('textbox', { name: 'Код' }).fill('ABC');
  await admin.getByRole('button', { name: 'Speichern', exact: true }).click();
  await expect.poll(async () => (await site.read('a/b.json'))?.co).toBe('ABC');
  // A collection has no labels of its own.
  await admin.goto(`${site.url}/admin/c/e`);
  await expect(admin.getByRole('main')).toContainText('Objekt');
  await expect(admin.getByRole('main')).not.toContainText('Object');
  // What is built in has German names; the id stays.
  await admin.goto(`${site.url}/admin/schemas`);
  const builtIn = admin.getByRole('main').getByRole('link', { name: /^Schalter Ein Schalter, etwa/ });
  await expect(builtIn).toHaveAttribute('href', '/admin/schemas/toggle');
  await builtIn.click();
  await expect(admin.getByRole('heading', { name: 'Schalter', level: 1 })).toBeVisible();
  await admin.goto(`${site.url}/admin/trash`);
  await expect(admin.getByRole('heading', { name: 'Papierkorb' })).toBeVisible();
  await admin.getByRole('button', { name: 'Darstellung und Sprache' }).click();
  await admin.getByRole('menuitem', { name: 'English' }).click();
  await expect(admin.getByRole('heading', { name: 'Trash' })).toBeVisible();
});
