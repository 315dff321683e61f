/** A stored value of another type, in a field of each kind: the form shows it, says what is wrong and takes a right one. */
import { KIND_NAMES, type KindName } from '../../server/contract/schemas.ts';
import { jpeg } from '../fixtures/pictures.ts';
import { problemsInBothThemes } from './axe.ts';
import { expect, type Locator, type Page, test } from './plinth.ts';

interface Case {
  /** What is stored, in one object each. */
  old: readonly [unknown, ...unknown[]];
  /** Enters a right value. */
  correct(field: Locator, page: Page): Promise<unknown>;
  /** What is stored then. */
  stored: unknown;
  /** What of the stored value is compared. */
  of?(value: unknown): unknown;
  /** Further keys of the definition. */
  more?: Record<string, unknown>;
  /** The server does not tell it: what is shown instead. */
  untold?: RegExp;
}

const input = (field: Locator) => field.locator('input:not([type=file], [type=hidden]), textarea').last();
const fill = (text: string) => (field: Locator) => input(field).fill(text);
const OPTIONS = { options: ['low', 'high'] };
const OBJECT = { a: 1 };

async function write(field: Locator, page: Page, text: string): Promise<void> {
  await field.locator('[contenteditable=true]').click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

const upload = async (field: Locator): Promise<void> => {
  const file = { name: 'quay.jpg', mimeType: 'image/jpeg', buffer: await jpeg(40, 30) };
  await field.locator('input[type=file]').first().setInputFiles(file);
};

const QUAY = expect.objectContaining({ name: 'quay.jpg' });

const text = (old: Case['old'] = [['x'], OBJECT]): Case => ({ old, correct: fill('new'), stored: 'new' });
const number: Case = { old: ['1,5', OBJECT, [1, 2], true], correct: fill('1.5'), stored: 1.5 };
const flag: Case = {
  old: ['perhaps', 12, OBJECT],
  correct: (field) => field.locator('input').check(),
  stored: true,
};
const one: Case = {
  old: [OBJECT, [OBJECT]],
  correct: async (field, page) => {
    await input(field).click();
    await page.getByRole('option', { name: 'high' }).click();
  },
  stored: 'high',
  more: OPTIONS,
};
const byLanguage = (correct: Case['correct'], stored: string): Case => ({
  old: ['Ahoy', ['x'], { en: 5 }],
  correct,
  stored: { en: stored },
  more: { settings: { locales: ['en', 'de'] } },
});

const CASES: Partial<Record<KindName, Case>> = {
  slug: text(),
  text: text(),
  textarea: text(),
  styledtext: { ...text(), correct: (field, page) => write(field, page, 'new'), stored: '<p>new</p>' },
  number,
  range: number,
  price: number,
  toggle: flag,
  checkbox: flag,
  date: {
    old: ['24.12.2026', 5, OBJECT],
    correct: async (field) => {
      await input(field).fill('2026-12-24');
      await input(field).press('Tab');
    },
    stored: '2026-12-24',
  },
  datetime: {
    old: ['in May', 5, OBJECT],
    correct: async (field, page) => {
      await field.locator('input').first().fill('2 Jun 2026');
      await page.keyboard.press('Tab');
      await field.getByLabel('Time', { exact: true }).fill('18:45');
    },
    stored: '2026-06-02T18:45:00Z',
  },
  time: { old: ['noon', 5, OBJECT], correct: fill('19:15'), stored: '19:15' },
  select: one,
  radio: { ...one, correct: (field) => field.getByLabel('high').check() },
  multiselect: {
    ...one,
    correct: async (field, page) => {
      await one.correct(field, page);
      await page.keyboard.press('Escape');
    },
    stored: ['high'],
  },
  multicheckbox: { ...one, correct: (field) => field.getByLabel('high').check(), stored: ['high'] },
  list: {
    old: [OBJECT, [OBJECT]],
    correct: async (field) => {
      await input(field).fill('windy');
      await input(field).press('Enter');
    },
    stored: ['windy'],
  },
  url: { ...text(), correct: fill('https://example.org/'), stored: 'https://example.org/' },
  email: { ...text(), correct: fill('ada@example.org'), stored: 'ada@example.org' },
  phone: { ...text(), correct: fill('+44 1'), stored: '+44 1' },
  color: {
    old: [5, { red: 1 }, ['x']],
    correct: fill('#c0392b'),
    stored: expect.objectContaining({ hex: '#c0392b' }),
  },
  svg: { ...text(), correct: (field, page) => write(field, page, '<svg></svg>'), stored: '<svg/>' },
  code: { ...text(), correct: (field, page) => write(field, page, 'let a'), stored: 'let a' },
  password: {
    old: [['x'], OBJECT],
    correct: async (field) => {
      const set = field.getByRole('button', { name: 'Set new password' });
      if (await set.isVisible()) await set.click();
      await field.locator('input').first().fill('correct-Horse7');
      await field.getByLabel('Repeat password').fill('correct-Horse7');
    },
    stored: expect.stringMatching(/^\$2y\$/),
    untold: /Set new password|^password/,
  },
  secret: { ...text(), untold: /^secret/ },
  card: {
    old: ['text', 5, ['x']],
    correct: (field) => field.getByLabel('Name').fill('Ada'),
    stored: expect.objectContaining({ name: 'Ada' }),
    more: { schemaref: 'part' },
  },
  deck: {
    old: ['text', ['x', { name: 'Eve' }], 5],
    correct: async (field) => {
      await field.getByRole('button', { name: 'Add part' }).click();
      await field.getByLabel('Name').fill('Ada');
    },
    stored: [expect.objectContaining({ name: 'Ada' })],
    of: (deck) => Object.values(Object(deck)),
    more: { schemaref: 'part' },
  },
  localizedtext: byLanguage(fill('new'), 'new'),
  localizedtextarea: byLanguage(fill('new'), 'new'),
  localizedstyledtext: byLanguage((field, page) => write(field, page, 'new'), '<p>new</p>'),
  image: { old: ['photo.jpg', ['x']], correct: upload, stored: QUAY },
  gallery: { old: ['photo.jpg', OBJECT], correct: upload, stored: [QUAY] },
  file: { old: ['paper.pdf', ['x']], correct: upload, stored: QUAY },
  depot: { old: ['paper.pdf', ['x']], correct: upload, stored: expect.objectContaining({ files: [QUAY] }) },
};

const KINDS = Object.entries(CASES);
const MOST = Math.max(...KINDS.map(([, { old }]) => old.length));
const IDS = Array.from({ length: MOST }, (_, at) => `o${at}`);
/** Kinds with a value of their own in an object. */
const kindsOf = (at: number) => KINDS.filter(([, { old }]) => at < old.length);

test.use({
  files: {
    '.schemas/part.json': {
      id: 'part',
      properties: { id: { field: 'id' }, name: { field: 'text' } },
      required: ['id'],
      index: ['id'],
    },
    '.schemas/thing.json': {
      id: 'thing',
      properties: {
        id: { field: 'id' },
        ...Object.fromEntries(KINDS.map(([kind, { more }]) => [kind, { field: kind, label: kind, ...more }])),
      },
      required: ['id'],
      index: ['id'],
    },
    'things/.meta.json': { id: 'things', schema: 'thing', name: 'Things' },
    ...Object.fromEntries(
      IDS.map((id, at) => [
        `things/${id}.json`,
        { id, ...Object.fromEntries(kindsOf(at).map(([kind, { old }]) => [kind, old[at]])) },
      ]),
    ),
  },
});

test('each kind of field that has a control is asked', () => {
  const others: KindName[] = ['id', 'hidden', 'json'];
  expect(Object.keys(CASES).sort()).toEqual(KIND_NAMES.filter((name) => !others.includes(name)).sort());
});

for (const [at, id] of IDS.entries()) {
  test(`old values of another type are shown and corrected, of each kind (${at + 1})`, async ({
    admin,
    site,
  }) => {
    await admin.goto(`${site.url}/admin/c/things/${id}`);
    const fieldOf = (kind: string) => admin.locator(`[data-property="${kind}"]`);
    for (const [kind, one] of kindsOf(at)) {
      const old = one.old[at];
      if (one.untold) {
        await expect(fieldOf(kind), kind).toContainText(one.untold);
        continue;
      }
      const box = fieldOf(kind).getByRole('group', { name: kind }).first();
      await expect(box, kind).toContainText('The stored value does not fit this field.');
      const shown = typeof old === 'string' ? old : JSON.stringify(old, null, 2);
      await expect(box.locator('pre').first(), kind).toHaveText(shown);
    }
    expect(await problemsInBothThemes(admin)).toEqual([]);
    for (const [kind, { correct }] of kindsOf(at)) {
      await test.step(kind, () => correct(fieldOf(kind), admin));
      await expect(fieldOf(kind).getByText('The stored value does not fit'), kind).toHaveCount(0);
    }
    await admin.keyboard.press('ControlOrMeta+s');
    await expect(admin.getByTestId('save-state')).toHaveText(/^Saved \d/);
    const saved = await site.read(`things/${id}.json`);
    for (const [kind, { stored, of = (value: unknown) => value }] of kindsOf(at))
      expect({ [kind]: of(saved?.[kind]) }).toEqual({ [kind]: stored });
  });
}
