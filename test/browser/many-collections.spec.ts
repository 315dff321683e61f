/** A folder of many collections: the work of the page grows with what is shown. */
import { expect, test } from './plinth.ts';

const COUNT = 45;
const number = (at: number) => String(at + 1).padStart(2, '0');

test.use({
  files: {
    '.schemas/note.json': { id: 'note', properties: { id: { field: 'id' }, title: { field: 'text' } } },
    ...Object.fromEntries(
      Array.from({ length: COUNT }, (_, at) => [
        `part-${number(at)}/.meta.json`,
        { id: `part-${number(at)}`, name: `Part ${number(at)}`, schema: 'note' },
      ]),
    ),
  },
});

test('the palette shows some of many collections and says how many there are', async ({ home: admin }) => {
  await expect(admin.getByRole('link', { name: 'Part 45' })).toBeAttached();
  await admin.keyboard.press('Control+k');
  const palette = admin.getByRole('dialog', { name: 'Go to' });
  const actions = (name: RegExp) => palette.locator('[data-action]').filter({ hasText: name });
  // The title of a group is drawn by its style.
  const title = (text: string) => palette.locator(`[style*="${text}"]`);
  await expect(title('Collections: 30 of 45')).toHaveCount(1);
  await expect(actions(/^Part \d\d$/)).toHaveCount(30);
  await palette.getByRole('textbox').fill('part 4');
  await expect(actions(/^Part 4\d$/)).toHaveCount(6);
  await expect(title('30 of')).toHaveCount(0);
  await palette.getByRole('textbox').fill('part 43');
  await expect(actions(/^Part 43$/)).toHaveCount(1);
  await admin.keyboard.press('Enter');
  await expect(admin).toHaveURL(/\/c\/part-43$/);
});
