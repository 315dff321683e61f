/** The page Publish: a project found beside the folder is added, published, canceled, and shown by its own server. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { problems } from './axe.ts';
import { blog } from './content.ts';
import { expect, test } from './plinth.ts';

test.use({ files: blog(3) });

const BUILD = `
import { mkdirSync, writeFileSync } from 'node:fs';
const { PLINTH_URL: url, PLINTH_KEY: key } = process.env;
const answer = await fetch(url + '/api/collections/blog', { headers: { 'x-api-key': key } });
const { objects } = await answer.json();
mkdirSync('dist', { recursive: true });
for (const { id, title } of objects) writeFileSync('dist/' + id + '.html', title);
console.log('built ' + objects.length + ' pages');
`;

const SERVE = `
import { createServer } from 'node:http';
const server = createServer((_request, response) => response.end('<h1>My site</h1>'));
server.listen(0, 'localhost', () => console.log('Local: http://localhost:' + server.address().port + '/'));
`;

async function project(data: string, scripts: object): Promise<string> {
  const directory = join(dirname(data), 'field-notes');
  await mkdir(join(directory, 'node_modules'), { recursive: true });
  await writeFile(join(directory, 'package.json'), JSON.stringify({ dependencies: { astro: '5' }, scripts }));
  await writeFile(join(directory, 'build.mjs'), BUILD);
  await writeFile(join(directory, 'serve.mjs'), SERVE);
  return directory;
}

test('a site is found, added and published, and says what goes out the next time', async ({
  home: admin,
  site,
}) => {
  test.slow();
  const scripts = { build: 'node build.mjs && plinth exec --version || true', dev: 'node serve.mjs' };
  await project(site.data, scripts);
  await admin.goto(`${site.url}/admin/publish`);
  await expect(admin.getByText('No sites yet')).toBeVisible();
  await admin.getByRole('button', { name: 'Add site' }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'field-notes (Astro)' }).check();
  await expect(dialog.getByRole('textbox', { name: 'Build command' })).toHaveValue('npm run build');
  await expect(dialog.getByText('Recognized: Astro')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Folder of the built pages' }).fill('../dist');
  await dialog.getByRole('button', { name: 'Add site' }).click();
  await expect(dialog.getByText('must be a folder below the project')).toBeVisible();
  expect(await problems(admin)).toEqual([]);
  await dialog.getByRole('textbox', { name: 'Folder of the built pages' }).fill('dist');
  await dialog.getByRole('combobox', { name: 'Upload with' }).click();
  await admin.getByRole('option', { name: 'rsync' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Upload command' })).toHaveValue(
    /^rsync .* dist\/ USER@HOST/,
  );
  await dialog.getByRole('textbox', { name: 'Upload command' }).fill('cp -r dist ../www');
  await dialog.getByRole('textbox', { name: 'Build command' }).fill('node build.mjs');
  await dialog.getByRole('button', { name: 'Add site' }).click();
  await expect(dialog).toHaveCount(0);

  const card = admin.getByRole('region', { name: 'field-notes' });
  await expect(card.getByText('for the first time')).toBeVisible();
  await card.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(card.getByText(/The site is live, after/)).toBeVisible({ timeout: 30_000 });
  const output = card.getByRole('region', { name: 'Output of the commands' });
  await expect(output).toContainText('built 3 pages');
  await expect(card.getByText(/Nothing has changed since/)).toBeVisible();
  await expect(card.getByRole('row', { name: /Succeeded.*The whole site/ })).toBeVisible();
  expect(await problems(admin)).toEqual([]);

  const post = await site.read('blog/post-00001.json');
  await site.write({ 'blog/post-00001.json': { ...post, title: 'A changed title' } });
  await admin.reload();
  await expect(card.getByText(/1 object has changed since/)).toBeVisible();
  await expect(card.getByRole('link', { name: 'A changed title' })).toBeVisible();
  await card.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(card.getByRole('row', { name: /Succeeded.*1 object/ })).toBeVisible({ timeout: 30_000 });
  await card
    .getByRole('button', { name: /^Show the run of/ })
    .first()
    .click();
  const drawer = admin.getByRole('dialog');
  await expect(drawer.getByRole('link', { name: 'A changed title' })).toBeVisible();
  await expect(drawer.getByRole('region', { name: 'Output of the commands' })).toContainText(
    'cp -r dist ../www',
  );
});

test('a run is canceled, and one that fails says why', async ({ home: admin, site }) => {
  await project(site.data, { build: 'echo begun && sleep 600' });
  await admin.goto(`${site.url}/admin/publish`);
  await admin.getByRole('button', { name: 'Add site' }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'field-notes (Astro)' }).check();
  await dialog.getByRole('textbox', { name: 'Build command' }).fill('echo begun && sleep 600');
  await dialog.getByRole('button', { name: 'Add site' }).click();
  const card = admin.getByRole('region', { name: 'field-notes' });
  await card.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(card.getByRole('region', { name: 'Output of the commands' })).toContainText('begun');
  await expect(card.getByText('Building…')).toBeVisible();
  await card.getByRole('button', { name: 'Cancel' }).click();
  await expect(card.getByText('The run was canceled.')).toBeVisible();

  await card.getByRole('button', { name: 'Edit field-notes' }).click();
  await dialog.getByRole('textbox', { name: 'Build command' }).fill('echo no template && exit 3');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await card.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(card.getByRole('alert')).toContainText('failed with exit code 3');
  await expect(card.getByRole('row', { name: /Failed/ })).toBeVisible();
  expect(await problems(admin)).toEqual([]);
  await card.getByRole('button', { name: 'Remove field-notes' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(admin.getByText('No sites yet')).toBeVisible();
});

test('the development server is started, opened and stopped', async ({ home: admin, site }) => {
  await project(site.data, { dev: 'node serve.mjs' });
  await admin.goto(`${site.url}/admin/publish`);
  await admin.getByRole('button', { name: 'Add site' }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'field-notes (Astro)' }).check();
  await dialog.getByLabel('Command of the development server').fill('node serve.mjs');
  await dialog.getByRole('button', { name: 'Add site' }).click();
  const server = admin.getByRole('region', { name: 'Development server', exact: true });
  await server.getByRole('button', { name: 'Start the development server' }).click();
  const link = server.getByRole('link', { name: /^http:\/\/localhost:\d+$/ });
  await expect(link).toBeVisible({ timeout: 30_000 });
  const answer = await fetch(String(await link.getAttribute('href')));
  expect(await answer.text()).toBe('<h1>My site</h1>');
  await expect(server.getByRole('region', { name: 'Output of the development server' })).toContainText(
    'Local:',
  );
  expect(await problems(admin)).toEqual([]);
  await server.getByRole('button', { name: 'Stop the development server' }).click();
  await expect(server.getByRole('button', { name: 'Start the development server' })).toBeVisible();
});
