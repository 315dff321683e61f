import { blog } from './content.ts';
import { expect, test } from './plinth.ts';

test.use({ files: { ...blog(4), 'blog/half-written.json': '{ "id": "half-written", "title": ' } });

test('restores from the trash, and deletes permanently only after asking', async ({ home: admin, site }) => {
  await admin.getByRole('link', { name: 'Blog' }).first().click();
  await expect(admin.getByRole('grid')).toBeVisible();
  for (const n of [3, 2]) {
    await admin.keyboard.press('Delete');
    await expect(admin.getByText(`“Post number ${n}” moved to the trash.`)).toBeVisible();
  }
  await admin.getByRole('navigation').getByRole('link', { name: 'Trash' }).click();
  await admin.getByRole('button', { name: 'Restore Post number 3' }).click();
  await expect(admin.getByRole('row', { name: /Post number 3/ })).toHaveCount(0);
  expect(await site.read('blog/post-00003.json')).toMatchObject({ title: 'Post number 3' });

  await admin.getByRole('button', { name: 'Delete Post number 2 permanently' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(admin.getByRole('row', { name: /Post number 2/ })).toBeVisible();
  await admin.getByRole('button', { name: 'Delete Post number 2 permanently' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click();
  await expect(admin.getByText('The trash is empty')).toBeVisible();
  await expect(admin.getByRole('button', { name: 'Empty trash' })).toHaveCount(0);

  await admin.getByRole('link', { name: 'Blog' }).first().click();
  // The list as it was left is shown at first; Delete falls on the row that leads it.
  await expect(admin.getByRole('row', { name: 'Post number 3' })).toBeVisible();
  for (const n of [3, 1]) {
    await admin.keyboard.press('Delete');
    // What was said of the first deletion may still stand there.
    await expect(admin.getByRole('row', { name: `Post number ${n}` })).toHaveCount(0);
    await expect.poll(() => site.read(`blog/post-0000${n}.json`)).toBeUndefined();
  }
  await admin.getByRole('navigation').getByRole('link', { name: 'Trash' }).click();
  await admin.getByRole('button', { name: 'Empty trash' }).click();
  await admin
    .getByRole('dialog', { name: 'Delete 2 items permanently?' })
    .getByRole('button', { name: 'Empty trash' })
    .click();
  await expect(admin.getByText('2 items deleted permanently.')).toBeVisible();
  await expect(admin.getByText('The trash is empty')).toBeVisible();
  expect(await site.read('blog/post-00003.json')).toBeUndefined();
});

test.describe('a long trash', () => {
  test.use({ files: blog(60) });

  test('keeps its columns in place while it is scrolled', async ({ home: admin }) => {
    await admin.getByRole('link', { name: 'Blog' }).first().click();
    await admin.getByRole('checkbox', { name: 'Select all' }).check();
    await admin.getByRole('button', { name: 'Move to trash' }).click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Move to trash' }).click();
    await admin.getByRole('navigation').getByRole('link', { name: 'Trash' }).click();
    const restore = admin.getByRole('button', { name: /^Restore Post/ });
    await expect(restore).toHaveCount(60);
    const columns = () =>
      admin
        .getByRole('columnheader')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
    const before = await columns();
    for (const at of [30, 59]) {
      await restore.nth(at).focus();
      await expect(restore.nth(at)).toBeInViewport();
      expect(await columns()).toEqual(before);
    }
  });
});

test('lists a damaged file with the reason and leaves it as it is', async ({ home: admin, site }) => {
  await admin.getByRole('navigation').getByRole('link', { name: 'Damaged files' }).click();
  const file = admin.getByRole('listitem').filter({ hasText: 'blog/half-written.json' });
  await expect(file).toBeVisible();
  await expect(admin.getByText('plinth check --data your-folder --fix')).toBeVisible();
  await expect(site.read('blog/half-written.json')).rejects.toThrow(/JSON/);
});
