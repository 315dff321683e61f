import { problems } from './axe.ts';
import { blog } from './content.ts';
import { expect, openManaged, type Page, test } from './plinth.ts';
import { boats } from './transfer-content.ts';

const many = Object.fromEntries(
  Array.from({ length: 50 }, (_, n) => [
    `c${n}/.meta.json`,
    { id: `c${n}`, schema: 'blog', name: `Collection ${n}` },
  ]),
);
test.use({ files: { ...blog(3), ...boats(4), ...many } });

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search operations' });
const main = (page: Page) => page.getByRole('main');
const answer = (page: Page) => page.getByRole('region', { name: 'Response' });

/** Finds an operation and opens it. */
async function open(page: Page, words: string, name: RegExp): Promise<void> {
  await search(page).fill(words);
  await main(page).getByRole('button', { name }).click();
}

/** Replaces what stands in the editor of the body. */
async function writeBody(page: Page, text: string): Promise<void> {
  const editor = main(page).getByRole('textbox', { name: 'Body', exact: true });
  await editor.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}

test('describes what the folder takes and answers, however many collections there are', async ({
  admin,
  site,
}) => {
  await admin.goto(`${site.url}/admin/`);
  await openManaged(admin, 'API');
  const groups = main(admin).getByRole('heading', { level: 3, name: /^Collection \d+/ });
  await expect(groups).toHaveCount(Object.keys(many).length);
  // Groups are folded: their operations are not drawn.
  await expect(main(admin).getByText('/api/collections/boats')).toHaveCount(0);
  await search(admin).fill('nothing like this');
  await expect(main(admin).getByText('No operations match “nothing like this”.')).toBeVisible();

  await open(admin, 'boats create', /^POST \/api\/collections\/boats\b/);
  await expect(admin).toHaveURL(/op=boats\.create/);
  await main(admin).getByRole('button', { name: 'application/json boat.new', exact: true }).click();
  await expect(main(admin).getByText('Length over all')).toBeVisible();
  const parts = main(admin).getByRole('button', { name: /^parts/ });
  await parts.focus();
  await admin.keyboard.press('Enter');
  await main(admin)
    .getByRole('button', { name: /^{key}/ })
    .click();
  await expect(main(admin).getByText('Label', { exact: true })).toBeVisible();
  expect(await problems(admin)).toEqual([]);

  // The address leads to the operation again.
  await admin.reload();
  await expect(main(admin).getByRole('tab', { name: 'Try it' })).toBeVisible();
  await admin.setViewportSize({ width: 400, height: 800 });
  const wide = await admin.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(400);
});

test('tries requests, asks before it changes something, and shows what came back', async ({
  admin,
  site,
}) => {
  await admin.goto(`${site.url}/admin/api`);
  await open(admin, 'boats create', /^POST \/api\/collections\/boats\b/);
  await main(admin).getByRole('tab', { name: 'Try it' }).click();
  const send = main(admin).getByRole('button', { name: 'Send', exact: true });
  await writeBody(admin, '{"id": "tried", "name": ');
  await send.click();
  await expect(main(admin).getByRole('alert')).toContainText('Fix the highlighted fields');
  await writeBody(admin, '{"id": "tried", "length": "long"}');
  await send.click();
  await expect(answer(admin)).toContainText('422 Unprocessable Entity');
  await expect(answer(admin)).toContainText('Name is required');
  await writeBody(admin, `{"id": "tried", "name": "It's tried"}`);
  await expect(main(admin).getByRole('region', { name: /curl/ })).toContainText(
    `--data-raw '{"id":"tried","name":"It'\\''s tried"}' ${site.url}/api/collections/boats`,
  );
  await send.click();
  await expect(answer(admin)).toContainText('201 Created');
  await expect(answer(admin).getByRole('textbox', { name: 'Response body' })).toContainText('"id": "tried"');
  await answer(admin)
    .getByRole('tab', { name: /^Headers/ })
    .click();
  await expect(answer(admin)).toContainText('content-type');
  expect(await problems(admin)).toEqual([]);
  const boatsLink = admin.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Boats/ });
  await expect(boatsLink).toContainText('5');

  await open(admin, 'DELETE boats {id}', /^DELETE \/api\/collections\/boats\/\{id\}/);
  await main(admin).getByRole('tab', { name: 'Try it' }).click();
  await send.click();
  await expect(main(admin).getByText('Required.')).toBeVisible();
  await main(admin).getByRole('textbox', { name: 'id', exact: true }).fill('tried');
  await send.click();
  const question = admin.getByRole('dialog', { name: 'Send this DELETE request?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  expect(await site.read('boats/tried.json')).toBeDefined();
  await send.click();
  await question.getByRole('button', { name: 'Send request' }).click();
  await expect(answer(admin)).toContainText('204 No Content');
  expect(await site.read('boats/tried.json')).toBeUndefined();
  await expect(boatsLink).toContainText('4');

  await open(admin, 'imports csv', /^POST \/import\/collections\/\{collection\}\/csv/);
  await main(admin).getByRole('tab', { name: 'Try it' }).click();
  await main(admin).getByRole('combobox', { name: 'collection', exact: true }).fill('boats');
  await admin.keyboard.press('Escape');
  const chooser = admin.waitForEvent('filechooser');
  await main(admin).getByRole('button', { name: /^File/ }).click();
  const csv = { name: 'new.csv', mimeType: 'text/csv', buffer: Buffer.from('id,name\nsent,Sent\n') };
  await (await chooser).setFiles(csv);
  await main(admin).getByRole('combobox', { name: 'dryRun' }).last().selectOption('true');
  await send.click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Send request' }).click();
  await expect(answer(admin)).toContainText('"import_count": 1');
  expect(await site.read('boats/sent.json')).toBeUndefined();
});
