/** What `published=1` answers, by the settings of a collection and the clock (spec/queries.md#published). */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../server/contract/values.js';
import { readEvents } from '../helpers/event-reader.js';
import { type Answer, detailsOf, startTestServer, type TestServer } from '../helpers/server.js';
import { PAGES, PAGES_LIST } from './shapes-folder.js';

const warnings = ({ headers }: Answer) => headers.get('x-plinth-warnings');

describe('a date of publication that comes while a server runs', () => {
  /** A server and its list before an object becomes live, which is as soon as the machine allows. */
  async function beforeLive() {
    for (let margin = 1000; ; margin *= 3) {
      const from = Date.now() + margin;
      const settings = { id: 'pages', schema: 'page', name: 'Pages', published: { from: 'from' } };
      const own = await startTestServer({
        ...PAGES,
        'pages/.meta.json': settings,
        'pages/soon.json': { id: 'soon', from: new Date(from).toISOString() },
      });
      const stream = await readEvents(`${own.url}/api/events`, { 'x-api-key': await own.key() });
      await stream.next();
      const list = () => own.request(`${PAGES_LIST}?published=1`);
      const found = () => own.request(`${PAGES_LIST}/soon?published=1`);
      const [before, again, { status }] = [await list(), await list(), await found()];
      if (Date.now() < from) return { own, stream, found, before, again, status };
      await own.close();
    }
  }

  it('is told as a change by Plinth, and lists have another ETag', async () => {
    const { own, stream, found, before, again, status } = await beforeLive();
    expect([before.json.total, again.headers.get('etag'), status]).toEqual([
      1,
      before.headers.get('etag'),
      404,
    ]);
    const event = await stream.next();
    expect([event?.event, event?.data]).toEqual([
      'object.updated',
      expect.objectContaining({ collection: 'pages', id: 'soon', actor: { kind: 'plinth' } }),
    ]);
    const headers = { 'if-none-match': before.headers.get('etag') ?? '' };
    const after = await own.request(`${PAGES_LIST}?published=1`, { headers });
    expect([after.status, after.json.total, (await found()).status]).toEqual([200, 2, 200]);
  });
});

describe('the setting of what is published', () => {
  const change = (own: TestServer, published: unknown, method = 'PATCH') =>
    own.request('/api/collections/pages', { method, json: { published } });

  it('must name properties that fit, each problem by its place', async () => {
    const own = await startTestServer(PAGES);
    const problems = async (published: unknown) => {
      const answer = await change(own, published);
      return [answer.status, detailsOf(answer)];
    };
    expect(
      await problems({
        draft: 'nope',
        from: 'plain',
        until: 'draft',
        state: { property: 'x', values: ['a'] },
      }),
    ).toEqual([
      422,
      {
        'published.draft': ['there is no property "nope" in "page"'],
        'published.from': ['must name a date'],
        'published.until': ['must name a date'],
        'published.state': ['there is no property "x" in "page"'],
      },
    ]);
    expect(
      await problems({ draft: 7, from: '', state: { property: 'status', values: [] }, fromm: 'from' }),
    ).toEqual([
      422,
      {
        'published.draft': ['must name a property'],
        'published.from': ['must name a property'],
        'published.state': ['values must be a list of 1 to 50 texts'],
        'published.fromm': ['is not known; known are draft, state, from, until'],
      },
    ]);
    expect(await problems('draft')).toEqual([
      422,
      { published: ['must be an object with draft, state, from, until'] },
    ]);
    expect(await problems({ draft: 'plain' })).toEqual([
      422,
      { 'published.draft': ['must name a toggle or a checkbox'] },
    ]);
    const secret = { property: 'hidden', values: ['ada'] };
    expect(await problems({ state: secret })).toEqual([
      422,
      { 'published.state': ['must name a property that answers show'] },
    ]);
    expect((await own.request('/api/collections/pages/settings')).json.published).toBeUndefined();
  });

  it('counts from the next answer on, in all its parts, until it is reset', async () => {
    const own = await startTestServer({
      ...PAGES,
      'pages/odd.json': { id: 'odd', status: 'open', from: 'soon' },
      'pages/old.json': { id: 'old', status: 'open', until: '2020-01-01' },
      'pages/late.json': { id: 'late', status: 'open', from: '2099-01-01' },
      'pages/open.json': { id: 'open', status: 'open', from: '2020-01-01', until: '2099-01-01' },
      'pages/closed.json': { id: 'closed', status: 'closed' },
    });
    const live = async () => {
      const answer = await own.request(`${PAGES_LIST}?published=1&fields=id&sort=id&order=asc`);
      return [(answer.json.objects as JsonObject[]).map(({ id }) => id).join(' '), warnings(answer)];
    };
    expect(await live()).toEqual(['closed late odd old one open', null]);
    const dates = { from: 'from', until: 'until' };
    await change(own, dates);
    expect(await live()).toEqual(['closed one open', null]);
    await change(own, { ...dates, draft: '' });
    expect(await live()).toEqual(['closed one open two', null]);
    await change(own, { ...dates, state: { property: 'status', values: ['open'] } });
    expect(await live()).toEqual(['open', null]);
    await change(own, null);
    expect(await live()).toEqual(['closed late odd old one open', null]);
    await change(own, dates);
    const published = async () => (await own.request('/api/collections/pages/settings')).json.published;
    await own.request('/api/collections/pages', { method: 'PUT', json: { name: 'Pages' } });
    expect(await published()).toEqual(dates);
    await own.request('/api/collections/pages', { method: 'PUT', json: { published: null } });
    expect(await published()).toBeUndefined();
  });

  it('goes on hiding drafts when the toggle that counts without it is renamed', async () => {
    const own = await startTestServer(PAGES);
    await own.request('/api/schemas/page/rename', { method: 'POST', json: { from: 'draft', to: 'unready' } });
    expect((await own.request(`${PAGES_LIST}?published=1`)).json.total).toBe(1);
    expect((await own.request(`${PAGES_LIST}/two`)).json.unready).toBe(true);
  });

  it('follows renamed properties, also the toggle that counts without it, and names what is gone', async () => {
    const own = await startTestServer(PAGES);
    await change(own, { from: 'from', state: { property: 'status', values: ['open'] } });
    for (const [from, to] of [
      ['draft', 'unready'],
      ['from', 'starts'],
      ['status', 'phase'],
    ]) {
      const renamed = await own.request('/api/schemas/page/rename', { method: 'POST', json: { from, to } });
      expect([renamed.status, renamed.text]).toEqual([200, expect.anything()]);
    }
    const { published } = (await own.request('/api/collections/pages/settings')).json;
    expect(published).toEqual({
      draft: 'unready',
      from: 'starts',
      state: { property: 'phase', values: ['open'] },
    });
    const schema = (await own.request('/api/schemas/page?raw=true')).json;
    const { starts: _starts, ...properties } = Object(schema.document ?? schema).properties;
    const saved = await own.request('/api/schemas/page', {
      method: 'PUT',
      json: { ...Object(schema.document ?? schema), properties },
    });
    expect(saved.status).toBe(200);
    for (const path of [`${PAGES_LIST}?published=1`, `${PAGES_LIST}/query?published=1`]) {
      const answer = await own.request(path);
      expect([answer.status, warnings(answer)]).toEqual([200, 'starts']);
    }
  });
});
