/** Filters, searches and sorts over HTTP (spec/queries.md): the list, /query, /index. */
import { describe, expect, it } from 'vitest';
import { detailsOf, startTestServer } from '../helpers/server.js';
import { LIST, POSTS, times } from './posts.js';

const idsOf = (list: unknown): string =>
  Array.isArray(list) ? list.map((one: { id: string }) => one.id).join(' ') : 'no list';

describe('the list', () => {
  it.each([
    ['filter[draft]=false', 'a c'],
    ['filter[tags]=water', 'a c'],
    ['filter[tags]=water&filter[tags]=mill', 'c'],
    ['filter%5Bdraft%5D=true', 'b'],
    ['filter[title]=*script*', 'a'],
    ['any=tags:mill,draft:true', 'b c'],
    ['any=tags:mill,draft:true&any=title:starts:old,title:starts:river', 'c'],
    ['any=tags:mill,draft:true&filter[draft]=false', 'c'],
    ['any=tags:nothing', ''],
    ['any=nothing:x,draft', 'b'],
    ['any=', 'a b c'],
    ['search=river', 'a b'],
    ['search=river&filter[draft]=true', 'b'],
    ['search=%22the+river%22', 'b'],
    ['sort=-title', 'a c b'],
    ['sort=draft:desc,title:asc', 'b c a'],
    ['sort=title&order=desc', 'a c b'],
  ])('asked with ?%s holds %s', async (query, expected) => {
    const server = await startTestServer(POSTS);
    const order = query.includes('sort=') ? '' : '&sort=id&order=asc';
    const answer = await server.request(`${LIST}?${query}${order}`);
    expect([answer.status, idsOf(answer.json.objects)]).toEqual([200, expected]);
    expect(answer.headers.get('x-total-count')).toBe(String(answer.json.total));
  });

  it('keeps filter and search in the links to its other pages', async () => {
    const server = await startTestServer(POSTS);
    const answer = await server.request(`${LIST}?filter[tags]=water&search=river+or+mill&limit=1`);
    expect(answer.json).toMatchObject({ total: 2, count: 1 });
    const next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1] ?? '';
    const second = await server.request(next);
    expect(second.json).toMatchObject({ total: 2, count: 1, offset: 1 });
    expect(idsOf(second.json.objects)).not.toBe(idsOf(answer.json.objects));
    expect(second.headers.get('link')).not.toContain('rel="next"');
  });

  it('omits the links to other pages that would make its headers too long', async () => {
    const server = await startTestServer(POSTS);
    const rels = async (length: number) => {
      const { headers } = await server.request(`${LIST}?limit=1&offset=1&other=${'x'.repeat(length)}`);
      return [...(headers.get('link') ?? '').matchAll(/rel="(\w+)"/g)].map(([, rel]) => rel);
    };
    expect(await rels(1000)).toEqual(['first', 'prev', 'next', 'last']);
    expect(await rels(2500)).toEqual(['prev', 'next']);
    expect(await rels(5000)).toEqual(['next']);
    expect(await rels(7000)).toEqual([]);
  });

  it.each([
    ['filter=plain', 'filter'],
    ['any[a]=b', 'any'],
    [`any=${Array.from({ length: 21 }, (_, n) => `p${n}:x`).join(',')}`, 'any'],
    ['filter[title][ne]=x', 'filter'],
    [`search=${'x'.repeat(201)}`, 'search'],
    [Array.from({ length: 21 }, (_, n) => `filter[p${n}]=x`).join('&'), 'filter'],
  ])('answers 400 to ?%s', async (query, parameter) => {
    const server = await startTestServer(POSTS);
    const answer = await server.request(`${LIST}?${query}`);
    expect(answer.status).toBe(400);
    expect(detailsOf(answer)).toHaveProperty(parameter);
  });
});

describe('GET /query', () => {
  it('answers a page with its figures, under both prefixes', async () => {
    const server = await startTestServer(POSTS);
    for (const prefix of ['/api', '']) {
      const path = `${prefix}/collections/blog/query?limit=2&sort=title&include=draft:false`;
      const answer = await server.request(path);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
      const pagination = { total: 2, count: 2, per_page: 2, current_page: 1, total_pages: 1 };
      expect(answer.json).toMatchObject({ pagination, meta: { pagination } });
      expect(idsOf(answer.json.data)).toBe('c a');
    }
  });

  it('says in headers how many there are and where the other pages lie', async () => {
    const server = await startTestServer(POSTS);
    const { headers } = await server.request(`${LIST}/query?limit=1&offset=1&search=river or mill`);
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-total-count': '3',
      'x-total': '3',
      'x-limit': '1',
      'x-offset': '1',
      'x-has-more': 'true',
    });
    const link = headers.get('link') ?? '';
    for (const rel of ['first', 'prev', 'next', 'last']) expect(link).toContain(`rel="${rel}"`);
    expect(link).toContain('search=river+or+mill');
    expect((await server.request(`${LIST}/query`)).headers.get('x-has-more')).toBe('false');
  });

  it('reads tokens with a colon as criteria and bare ones as properties', async () => {
    const server = await startTestServer(POSTS);
    const answer = await server.request(`${LIST}/query?include=title,tags:mill`);
    expect(answer.json.data).toEqual([{ id: 'c', title: 'Old mill' }]);
    const any = await server.request(`${LIST}/query?any=tags:mill,draft&exclude=draft:true&include=title`);
    expect(any.json.data).toEqual([{ id: 'c', title: 'Old mill' }]);
    const without = await server.request(`${LIST}/query?include=title,draft&exclude=draft,tags:mill&sort=id`);
    expect(without.json.data).toEqual([
      { id: 'a', title: 'River <script>alert(1)</script>' },
      { id: 'b', title: '=1+1' },
    ]);
  });

  it('as CSV is a file that is safe to open', async () => {
    const server = await startTestServer(POSTS);
    const answer = await server.request(`${LIST}/query?format=csv&include=title,draft&sort=id`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename=collection-blog.csv');
    expect(answer.headers.get('x-total-count')).toBe('3');
    const [header, , second] = answer.text.split('\n');
    expect(header).toBe('id,title,draft');
    expect(second).toMatch(/^b,("?)'=1\+1\1,true$/);
  });

  it('as HTML is an escaped table with a link that does not tell the key', async () => {
    const server = await startTestServer(POSTS);
    const key = await server.key();
    const path = `${LIST}/query?format=html&include=title&sort=id&limit=1&api_key=${key}`;
    const answer = await server.request(path, { as: 'nobody' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.text).toContain('<table class="plinth-query">');
    expect(answer.text).toContain('River &lt;script&gt;');
    expect(answer.text).not.toMatch(/<script|plinth_/);
    const next = /<a rel="next" href="([^"]+)"/.exec(answer.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect((await server.request(next)).text).toContain('=1+1');
    const last = await server.request(`${LIST}/query?format=html`);
    expect(last.text).not.toContain('<a');
  });

  it.each(['xml', 'JSON', 'toString'])('answers 400 to the format %s', async (format) => {
    const server = await startTestServer(POSTS);
    const answer = await server.request(`${LIST}/query?format=${format}`);
    expect(answer.status).toBe(400);
    expect(detailsOf(answer)).toHaveProperty('format');
  });
});

describe('GET and PUT /index', () => {
  it('answer the entries that match', async () => {
    const server = await startTestServer(POSTS);
    const answer = await server.request(`${LIST}/index?exclude=draft&search=river&sort=title`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-total-count')).toBe('1');
    expect(answer.json).toMatchObject({ collection: 'blog', count: 1, updated: times.modified });
    expect(answer.json.objects).toEqual([expect.objectContaining({ id: 'a', tags: ['water'] })]);
    expect((await server.request(`${LIST}/index?any=tags:mill,draft:true`)).json.count).toBe(2);
    const cursor = (await server.request(LIST)).headers.get('x-plinth-cursor');
    for (const id of ['b', 'c']) {
      await server.request(`${LIST}/${id}`, { method: 'PATCH', json: { summary: 'New' } });
    }
    const since = await server.request(`${LIST}?since=${cursor}&any=tags:mill,tags:sky`);
    expect(idsOf(since.json.objects)).toBe('c');
    expect(JSON.stringify(answer.json.objects)).not.toContain('content');
  });

  it('rebuild the index from the files', async () => {
    const server = await startTestServer(POSTS);
    const answer = await server.request(`${LIST}/index`, { method: 'PUT', json: { x: 1 } });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ collection: 'blog', count: 3, rebuilt: true });
    expect((await server.request(`${LIST}/index`)).json).toEqual({
      collection: 'blog',
      count: 3,
      updated: times.modified,
      objects: answer.json.objects,
    });
  });

  it('let only those rebuild who may change objects', async () => {
    const server = await startTestServer(POSTS);
    const reader = await server.key({ methods: ['GET'] });
    const writer = await server.key({ methods: ['PUT'], paths: ['/collections/blog'] });
    const rebuild = async (as: 'nobody' | { key: string }) =>
      (await server.request(`${LIST}/index`, { method: 'PUT', as })).status;
    expect(await rebuild('nobody')).toBe(401);
    expect(await rebuild({ key: reader })).toBe(403);
    expect(await rebuild({ key: writer })).toBe(200);
  });
});

describe('both', () => {
  const PATHS = [
    `${LIST}/query`,
    `${LIST}/query?format=csv`,
    `${LIST}/query?format=html`,
    `${LIST}/query?include=title&search=river`,
    `${LIST}/index`,
    `${LIST}/index?search=river`,
    `${LIST}?filter[draft]=false&search=river`,
  ];

  it.each(PATHS)('answer 304 to their own tag until something changes: %s', async (path) => {
    const server = await startTestServer(POSTS);
    const first = await server.request(path);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[^"]+"$/);
    const headers = { 'if-none-match': etag };
    const same = await server.request(path, { headers });
    expect([same.status, same.text]).toEqual([304, '']);
    await server.request(`${LIST}/a`, { method: 'PATCH', json: { title: 'River and more' } });
    const changed = await server.request(path, { headers });
    expect(changed.status).toBe(200);
    expect(changed.text).not.toBe(first.text);
  });

  it('are never kept by a client in a random order', async () => {
    const server = await startTestServer(POSTS);
    const answer = await server.request(`${LIST}/index?sort=shuffle`);
    expect(answer.headers.get('etag')).toBeNull();
    expect(idsOf(answer.json.objects).split(' ').sort().join(' ')).toBe('a b c');
  });

  it('need the right to read', async () => {
    const server = await startTestServer({
      ...POSTS,
      'open/.meta.json': { id: 'open', schema: 'text', publicOperations: ['read'] },
    });
    for (const part of ['query', 'index']) {
      expect((await server.request(`${LIST}/${part}`, { as: 'nobody' })).status).toBe(401);
      expect((await server.request(`/api/collections/open/${part}`, { as: 'nobody' })).status).toBe(200);
      expect((await server.request(`/api/collections/nope/${part}`)).status).toBe(404);
      const other = await server.key({ paths: ['/collections/users'] });
      expect((await server.request(`${LIST}/${part}`, { as: { key: other } })).status).toBe(403);
    }
  });

  it('are not taken for objects, whatever the method', async () => {
    const server = await startTestServer(POSTS);
    expect((await server.request(`${LIST}/query`, { method: 'HEAD' })).status).toBe(200);
    const refused = await server.request(`${LIST}/query`, { method: 'DELETE' });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    const patched = await server.request(`${LIST}/index`, { method: 'PATCH', json: {} });
    expect([patched.status, patched.headers.get('allow')]).toEqual([405, 'GET, PUT, HEAD, OPTIONS']);
  });
});
