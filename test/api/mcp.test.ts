/** Tools and resources as the official client sees them, in both eras of the protocol. */
import { describe, expect, it } from 'vitest';
import { connectMcp, ERAS, type Era } from '../helpers/mcp-client.js';
import { ORIGIN } from '../helpers/origin.js';
import { type Files, startTestServer } from '../helpers/server.js';

const SCHEMA = {
  id: 'post',
  properties: {
    id: { field: 'id' },
    title: { field: 'text', label: 'Title' },
    text: { field: 'styledtext' },
    draft: { field: 'toggle', type: 'boolean' },
    rank: { field: 'number', type: 'number' },
    cover: { field: 'image' },
    internal: { field: 'text', mcp: { expose: false } },
    pin: { field: 'password' },
  },
  required: ['id', 'title'],
  index: ['id', 'title', 'draft', 'rank'],
};

const SITE: Files = {
  '.schemas/post.json': SCHEMA,
  'blog/.meta.json': {
    id: 'blog',
    schema: 'post',
    name: 'Blog',
    mcp: { access: 'public', description: 'What we write', resource: true },
  },
  'blog/quay.json': {
    id: 'quay',
    title: 'The quay',
    text: '<h2>Boats</h2><p>Some <strong>lanterns</strong> at night.</p>',
    internal: 'zebra',
    rank: 2,
  },
  'blog/harbour.json': { id: 'harbour', title: 'The harbour', text: '<p>Lanterns and boats.</p>', rank: 1 },
  'blog/hidden.json': { id: 'hidden', title: 'Lanterns to come', draft: true },
  'pages/.meta.json': { id: 'pages', schema: 'post', name: 'Pages', mcp: { access: 'authenticated' } },
  'pages/about.json': { id: 'about', title: 'About lanterns' },
};

const eras = Object.keys(ERAS) as Era[];
const WRITES = ['create_object', 'update_object', 'patch_object', 'replace_object'];
const REV = 'not-checked';

/** What a tool answers of one object. */
interface HandedOut {
  rev: string;
  object: Record<string, unknown>;
}
const ids = (value: unknown) => (value as { items: { id: string }[] }).items.map(({ id }) => id);

describe.each(eras)('the official client of %s', (era) => {
  it('finds its way: collections, their properties, objects by criteria and by words', async () => {
    const server = await startTestServer(SITE);
    const { client, call } = await connectMcp(server.url, { key: await server.key(), era });
    expect(client.getServerVersion()?.name).toBe('plinth');
    expect((await call('list_collections')).value).toMatchObject({
      collections: [
        { id: 'blog', name: 'Blog', description: 'What we write', objects: 3 },
        expect.objectContaining({ id: 'pages', objects: 1 }),
      ],
    });
    const { value } = await call('describe_collection', { collection: 'blog' });
    expect(value).toMatchObject({
      schema: 'post',
      properties: {
        title: { label: 'Title', required: true, indexed: true, sortable: true, filterable: true },
        text: { richText: true },
        cover: { readOnly: true, filterable: false },
      },
    });
    expect(Object.keys((value as { properties: object }).properties)).not.toContain('internal');
    const found = await call('query_collection', {
      collection: 'blog',
      include: 'rank:gte:1',
      sort: '-rank',
    });
    expect(ids(found.value)).toEqual(['quay', 'harbour']);
    const page = await call('query_collection', { collection: 'blog', sort: 'id', limit: 1, offset: 1 });
    expect(page.value).toMatchObject({ total: 3, limit: 1, offset: 1, has_more: true });
    const most = await call('search_collection', { collection: 'blog', query: 'lanterns quay' });
    expect(ids(most.value)[0]).toBe('quay');
    const everywhere = await call('search_collections', { query: 'lanterns' });
    expect(ids(everywhere.value).toSorted()).toEqual(['about', 'harbour', 'hidden', 'quay']);
  });

  it.each([
    ['markdown', '## Boats\n\nSome **lanterns** at night.'],
    ['html', '<h2>Boats</h2><p>Some <strong>lanterns</strong> at night.</p>'],
    ['text', 'Boats Some lanterns at night.'],
  ])('reads rich text as %s', async (format, text) => {
    const server = await startTestServer(SITE);
    const { call } = await connectMcp(server.url, { key: await server.key(), era });
    const { value } = await call('get_object', { collection: 'blog', id: 'quay', format });
    expect(value).toMatchObject({ collection: 'blog', id: 'quay', object: { id: 'quay', text } });
    const resource = await call('get_resource', { uri: 'plinth://blog/quay', format });
    expect(resource.value).toEqual(value);
  });

  it('creates, replaces and changes objects, on disk and by the rules of the schema', async () => {
    const server = await startTestServer(SITE);
    const { call } = await connectMcp(server.url, { key: await server.key(), era });
    const created = await call('create_object', {
      collection: 'blog',
      object: { title: 'Lighthouse', rank: 5 },
    });
    expect(created.value).toMatchObject({ id: 'lighthouse', object: { title: 'Lighthouse', rank: 5 } });
    const place = { collection: 'blog', id: 'quay' };
    let { rev } = (await call('get_object', place)).value as HandedOut;
    for (const tool of ['patch_object', 'update_object']) {
      const changed = await call(tool, { ...place, rev, object: { rank: 9 } });
      expect(changed.value).toMatchObject({ object: { title: 'The quay', rank: 9 } });
      expect(changed.text).toContain('lanterns');
      rev = (changed.value as HandedOut).rev;
    }
    const replaced = await call('replace_object', { ...place, rev, object: { title: 'Only this' } });
    expect((replaced.value as HandedOut).object).not.toHaveProperty('rank', 9);
    const stored = JSON.parse((await server.read('blog/quay.json')).toString());
    // What the client could not see is not its to clear.
    expect(stored).toMatchObject({ title: 'Only this', internal: 'zebra' });
    expect(stored.text ?? '').toBe('');
    const before = await server.site.store.history.entries('blog/quay.json');
    const at = new Date((before.at(-2)?.at ?? 0) + 1).toISOString();
    expect((await call('get_object', { ...place, at })).value).toMatchObject({ object: { rank: 9 } });
    const past = await call('query_collection', { collection: 'blog', include: 'title:The quay', at });
    expect(past.value).toMatchObject({ total: 1 });
    const refused = await call('create_object', { collection: 'blog', object: { rank: 'many' } });
    expect(refused).toMatchObject({ isError: true });
    expect(refused.text).toMatch(/title: .*\n?.*rank: |rank: .*\n?.*title: /s);
  });

  it('manages schemas and collections with a key for them', async () => {
    const server = await startTestServer(SITE);
    const { call } = await connectMcp(server.url, { key: await server.key(), era });
    const definition = { id: 'note', properties: { id: { field: 'id' } }, required: ['id'], index: ['id'] };
    const made = await call('create_schema', { definition });
    expect(made.value).toMatchObject({ schema: { id: 'note' } });
    const { rev } = made.value as HandedOut;
    expect((await call('create_collection', { collection: 'notes', schema: 'note' })).value).toMatchObject({
      id: 'notes',
    });
    expect(await call('delete_schema', { schema: 'note', rev })).toMatchObject({
      isError: true,
      text: expect.stringContaining('notes'),
    });
    const wider = { ...definition, properties: { ...definition.properties, body: { field: 'text' } } };
    expect((await call('update_schema', { schema: 'note', rev, definition: wider })).isError).toBe(false);
    const read = await call('get_schema', { schema: 'note' });
    expect(read.value).toMatchObject({ schema: { properties: { body: { field: 'text' } } } });
    const late = await call('update_schema', { schema: 'note', rev, definition });
    expect([late.isError, late.text]).toEqual([true, expect.stringContaining('body')]);
    const current = { schema: 'note', rev: (read.value as HandedOut).rev };
    expect((await call('update_schema', { ...current, definition: wider })).isError).toBe(false);
    expect((await call('list_schemas')).text).toContain('"note"');
    expect((await call('get_site_info')).value).toMatchObject({ software: 'Plinth', persona: 'admin' });
    expect((await call('clear_cache')).value).toMatchObject({ deleted: 0 });
  });

  it('reads resources where a collection offers them, and is rejected others', async () => {
    const server = await startTestServer(SITE);
    const { client, call } = await connectMcp(server.url, { key: await server.key(), era });
    expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual(['plinth://blog/']);
    const templates = (await client.listResourceTemplates()).resourceTemplates;
    expect(templates.map(({ uriTemplate }) => uriTemplate)).toEqual(['plinth://blog/{id}']);
    const one = await client.readResource({ uri: 'plinth://blog/quay' });
    expect(
      JSON.parse(String(one.contents[0] && 'text' in one.contents[0] && one.contents[0].text)),
    ).toMatchObject({
      notice: expect.stringContaining('not from the user'),
      object: { title: 'The quay' },
    });
    const all = await client.readResource({ uri: 'plinth://blog/' });
    expect(JSON.stringify(all)).toContain('harbour');
    expect((await call('get_resource', { uri: 'plinth://blog/harbour' })).value).toMatchObject({
      id: 'harbour',
    });
    for (const uri of [
      'plinth://pages/about',
      'plinth://pages/',
      'plinth://blog/none',
      'file:///etc/passwd',
    ]) {
      await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32602 });
    }
  });

  it('gets -32602 for a tool there is not, and an error in words for arguments that break the rules', async () => {
    const server = await startTestServer(SITE);
    const { call } = await connectMcp(server.url, { key: await server.key(), era });
    await expect(call('delete_object', { collection: 'blog', id: 'quay' })).rejects.toMatchObject({
      code: -32602,
    });
    for (const args of [{}, { collection: 5 }, { collection: 'blog', more: 1 }, { collection: 'none' }]) {
      expect(await call('describe_collection', args)).toMatchObject({ isError: true });
    }
    const asked = [
      { limit: 51 },
      ...['include', 'exclude', 'sort'].map((name) => ({ [name]: 'a'.repeat(8001) })),
    ];
    for (const args of asked) {
      expect(await call('query_collection', { collection: 'blog', ...args })).toMatchObject({
        isError: true,
      });
    }
  });
});

describe('what is not shown', () => {
  it('a key for one collection reads no other through any tool, nor learns of it', async () => {
    const server = await startTestServer(SITE);
    const key = await server.key({ methods: ['GET'], paths: ['/mcp', '/collections/blog'] });
    const { tools, call, client } = await connectMcp(server.url, { key });
    const offered = await tools();
    expect(
      offered.filter((name) => [...WRITES, 'create_schema', 'list_schemas', 'clear_cache'].includes(name)),
    ).toEqual([]);
    const pages = [
      call('describe_collection', { collection: 'pages' }),
      call('query_collection', { collection: 'pages' }),
      call('search_collection', { collection: 'pages', query: 'lanterns' }),
      call('get_object', { collection: 'pages', id: 'about' }),
    ];
    const none = await call('describe_collection', { collection: 'nowhere' });
    for (const { isError, text } of await Promise.all(pages)) {
      expect([isError, text]).toEqual([true, none.text.replace('nowhere', 'pages')]);
    }
    const past = await call('get_object', { collection: 'blog', id: 'quay', at: '2026-01-01' });
    expect(past).toMatchObject({ isError: true, text: expect.stringContaining('change all objects') });
    const draft = await call('get_object', { collection: 'blog', id: 'quay', perspective: 'draft' });
    expect(draft).toMatchObject({ isError: true, text: expect.stringContaining('change all objects') });
    const found = await call('search_collections', { query: 'lanterns' });
    expect(found.text).not.toContain('about');
    expect(found.value).toMatchObject({ total: 3 });
    expect((await call('list_collections')).text).not.toContain('pages');
    expect(JSON.stringify(await client.listResources())).not.toContain('pages');
    for (const name of WRITES) {
      await expect(
        call(name, { collection: 'blog', id: 'quay', rev: REV, object: {} }),
      ).rejects.toMatchObject({
        code: -32602,
      });
    }
  });

  it.each([
    ['POST', 'create_object', ['create_object']],
    ['PATCH', 'patch_object', ['patch_object']],
    ['PUT', 'update_object', ['update_object', 'replace_object']],
  ] as const)('a key that may %s gets %s and no other tool that writes', async (method, _tool, writes) => {
    const server = await startTestServer(SITE);
    const key = await server.key({ methods: ['GET', method], paths: ['/mcp', '/collections/blog'] });
    const { tools, call } = await connectMcp(server.url, { key });
    expect((await tools()).filter((name) => WRITES.includes(name))).toEqual(writes);
    const elsewhere = await call(writes[0], {
      collection: 'pages',
      id: 'about',
      object: { title: 'Mine' },
      ...(method !== 'POST' && { rev: REV }),
    });
    expect(elsewhere.isError).toBe(true);
    expect((await server.read('pages/about.json')).toString()).not.toContain('Mine');
  });

  it('passwords and what is marked as hidden are neither shown nor found nor told by an order or a count', async () => {
    const server = await startTestServer(SITE);
    const { call } = await connectMcp(server.url, { key: await server.key() });
    const all = await call('query_collection', { collection: 'blog', format: 'html' });
    expect(all.text).not.toMatch(/zebra|internal|"pin"/);
    expect((await call('search_collection', { collection: 'blog', query: 'zebra' })).value).toMatchObject({
      items: [],
      total: 0,
    });
    for (const asked of [{ include: 'internal:zebra' }, { sort: '-internal' }, { exclude: 'pin:x' }]) {
      expect(await call('query_collection', { collection: 'blog', ...asked })).toMatchObject({
        isError: true,
      });
    }
    const place = { collection: 'blog', id: 'quay' };
    const { rev } = (await call('get_object', place)).value as HandedOut;
    const set = await call('patch_object', { ...place, rev, object: { internal: 'mine' } });
    expect(set).toMatchObject({ isError: true, text: expect.stringContaining('internal') });
    expect((await server.read('blog/quay.json')).toString()).toContain('zebra');
  });

  it('words in hidden titles and hidden values of items are not found, shown or ranked by', async () => {
    const hidden = { field: 'text', mcp: { expose: false } };
    const server = await startTestServer({
      '.schemas/step.json': {
        id: 'step',
        properties: { id: { field: 'id' }, name: { field: 'text' }, note: hidden },
      },
      '.schemas/guide.json': {
        id: 'guide',
        properties: {
          id: { field: 'id' },
          title: hidden,
          text: { field: 'text' },
          steps: { field: 'deck', schemaref: 'step' },
        },
        required: ['id'],
        index: ['id', 'title'],
      },
      'guides/.meta.json': { id: 'guides', schema: 'guide', name: 'Guides' },
      'guides/a.json': {
        id: 'a',
        title: 'Lantern secret',
        text: 'A harbour',
        steps: { s: { id: 's', name: 'Rope', note: 'zebra' } },
      },
      'guides/b.json': { id: 'b', title: 'Second', text: 'The harbour, the lantern, the harbour' },
    });
    const { call } = await connectMcp(server.url, { key: await server.key() });
    for (const query of ['secret', 'zebra', 'secrte']) {
      const { value } = await call('search_collections', { query });
      expect(value, query).toMatchObject({ items: [], total: 0 });
    }
    expect((await call('search_collection', { collection: 'guides', query: 'rope' })).value).toMatchObject({
      total: 1,
      items: [{ id: 'a' }],
    });
    // As with a word that is nowhere.
    for (const word of ['secret', 'zebra', 'nowhere']) {
      expect(ids((await call('search_collections', { query: `${word} harbour` })).value)).toEqual(['b', 'a']);
    }
    const found = await call('search_collections', { query: 'harbour lantern' });
    expect(found.value).toMatchObject({ total: 1, items: [{ collection: 'guides', id: 'b' }] });
    expect((await call('search_collections', { query: 'harbour' })).text).not.toMatch(
      /Lantern secret|Second/,
    );
  });

  it('titles with the words come first, a misspelled word is corrected, and one of several words is enough', async () => {
    const server = await startTestServer({
      ...SITE,
      '.schemas/note.json': { id: 'note', properties: { id: { field: 'id' }, title: { field: 'text' } } },
      'notes/.meta.json': { id: 'notes', schema: 'note', name: 'Notes' },
      'notes/one.json': { id: 'one', title: 'Rigging' },
    });
    const { call } = await connectMcp(server.url, { key: await server.key() });
    const found = async (query: string) => ids((await call('search_collections', { query })).value);
    expect((await found('lanterns')).slice(0, 2).toSorted()).toEqual(['about', 'hidden']);
    expect((await found('lanterns')).slice(2).toSorted()).toEqual(['harbour', 'quay']);
    expect(await found('riggign')).toEqual(['one']);
    // The first word is hidden.
    expect((await found('zebra lanterns')).toSorted()).toEqual(['about', 'harbour', 'hidden', 'quay']);
  });

  it('drafts and unlisted collections are not the public’s, in no list, count or search', async () => {
    const server = await startTestServer(SITE);
    await server.site.settings.change({ 'mcp.publicAccess': true }, ORIGIN);
    const { tools, call } = await connectMcp(server.url);
    expect(
      (await tools()).filter((name) => [...WRITES, 'get_site_info', 'list_schemas'].includes(name)),
    ).toEqual([]);
    expect((await call('list_collections')).value).toMatchObject({
      collections: [{ id: 'blog', name: 'Blog', description: 'What we write', objects: 2 }],
    });
    expect((await call('search_collections', { query: 'lanterns' })).value).toMatchObject({ total: 2 });
    const shown = await call('query_collection', { collection: 'blog', include: 'draft:true' });
    expect(shown.value).toMatchObject({ items: [], total: 0 });
    expect(await call('get_object', { collection: 'blog', id: 'hidden' })).toMatchObject({ isError: true });
    expect(await call('get_object', { collection: 'pages', id: 'about' })).toMatchObject({ isError: true });
    const recent = await call('get_resource', { uri: 'plinth://blog/' });
    expect(recent.text).not.toContain('hidden');

    // The setting of the collection decides, as for `published=1`.
    const published = { draft: '', state: { property: 'title', values: ['The quay', 'Lanterns to come'] } };
    const changed = await server.request('/api/collections/blog', {
      method: 'PATCH',
      json: { published },
    });
    expect(changed.status).toBe(200);
    const found = await call('query_collection', { collection: 'blog' });
    expect(ids(found.value)).toEqual(['hidden', 'quay']);
    expect((await call('search_collections', { query: 'lanterns' })).value).toMatchObject({ total: 2 });
    expect(await call('get_object', { collection: 'blog', id: 'hidden' })).toMatchObject({ isError: false });
    expect(await call('get_object', { collection: 'blog', id: 'harbour' })).toMatchObject({ isError: true });
  });

  it('a file can be neither set nor lost: what is sent back as it was stays, anything else is rejected', async () => {
    const server = await startTestServer(SITE);
    const { call } = await connectMcp(server.url, { key: await server.key() });
    const place = { collection: 'blog', id: 'quay' };
    const { rev, object } = (await call('get_object', place)).value as HandedOut;
    const refused = await call('patch_object', { ...place, rev, object: { cover: { name: 'evil.png' } } });
    expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining('cover')]);
    expect((await call('update_object', { ...place, rev, object })).isError).toBe(false);
  });
});

describe('subscriptions', () => {
  it('send changes of the subscribed URIs that may be read, and of no others', async () => {
    const server = await startTestServer(SITE);
    const key = await server.key({ methods: ['GET'], paths: ['/mcp', '/collections/blog'] });
    const { client } = await connectMcp(server.url, { key });
    const heard: string[] = [];
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
      heard.push(params.uri);
    });
    await client.listen({
      resourceSubscriptions: ['plinth://blog/quay', 'plinth://pages/about', 'plinth://pages/'],
    });
    const change = (place: string) =>
      server.request(`/api/collections/${place}`, { method: 'PATCH', json: { title: 'Changed' } });
    await change('pages/about');
    await change('blog/harbour');
    await change('blog/quay');
    await expect.poll(() => heard).toEqual(['plinth://blog/quay']);
  });
});
