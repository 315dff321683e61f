/** What AI clients are shown, as it is set in the admin and as a client then finds it. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, test } from './plinth.ts';

test.use({
  files: {
    'blog/.meta.json': { id: 'blog', schema: 'blog', name: 'Blog' },
    'blog/first-post.json': { id: 'first-post', title: 'First post' },
    'pages/.meta.json': { id: 'pages', schema: 'blog', name: 'Pages' },
  },
});

test('opens a collection to AI clients without a key, says what it is for, and copies their settings', async ({
  admin,
  site,
}) => {
  const desktop = admin.viewportSize() ?? { width: 1280, height: 720 };
  await admin.setViewportSize({ width: 390, height: 844 });
  await admin.goto(`${site.url}/admin/settings/mcp`);
  await expect(admin.getByRole('tab', { name: 'MCP & OAuth' })).toBeInViewport({ ratio: 0.9 });
  await admin.setViewportSize(desktop);
  await admin.getByRole('switch', { name: 'Allow anonymous access' }).check();
  await admin.getByRole('button', { name: 'Save' }).click();
  await expect(admin.getByText('Settings saved.').first()).toBeVisible();
  const lines = admin.getByRole('region', { name: 'Client configuration, on this computer' });
  await expect(lines).toContainText('"/path/to/harbour-studio"');
  await admin.getByRole('tab', { name: 'Over HTTP' }).click();
  await expect(admin.getByRole('region', { name: 'Client configuration, over HTTP' })).toContainText(
    `${site.url}/mcp`,
  );

  await admin.goto(`${site.url}/admin/c/blog`);
  await admin.getByRole('button', { name: 'Collection', exact: true }).click();
  await admin.getByRole('menuitem', { name: 'Collection settings…' }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Visible to' }).click();
  await admin.getByRole('option', { name: 'Everyone, without drafts' }).click();
  await dialog.getByRole('textbox', { name: 'Description for AI clients' }).fill('News of the harbour');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  expect(await site.read('blog/.meta.json')).toMatchObject({
    mcp: { access: 'public', description: 'News of the harbour' },
  });

  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', site.url)));
  const { content } = await client.callTool({ name: 'list_collections', arguments: {} });
  await client.close();
  const [first] = content;
  expect(JSON.parse(first?.type === 'text' ? first.text : '')).toMatchObject({
    collections: [{ id: 'blog', name: 'Blog', description: 'News of the harbour', objects: 1 }],
  });
});
