import { expect, test } from 'playwright/test';
import { clickAway, freshHome, type Home, launch, windowShowing } from './launch.ts';

let home: Home;
test.beforeEach(async () => {
  home = await freshHome();
});
test.afterEach(() => home.remove());

test('a first start welcomes, and its links choose a folder', async () => {
  const app = await launch(home);
  const window = await windowShowing(app, /^data:/);
  await expect(window.getByRole('heading', { name: 'Welcome to Plinth' })).toBeVisible();
  await app.evaluate(({ dialog }, folder) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [folder] });
  }, `${home.folder}/not-there`);
  await clickAway(window.getByRole('link', { name: 'Open folder…' }));
  const failed = await windowShowing(app, /not-there could not be opened/);
  await expect(failed.getByRole('heading', { name: 'not-there could not be opened' })).toBeVisible();
  await expect(failed.getByRole('alert')).toContainText('was not found');
  await app.close();
});
