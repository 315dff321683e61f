/** Objects found by title in all collections, and what related objects are called. */
import { describe, expect, it } from 'vitest';
import { startTestServer } from '../helpers/server.js';
import { EXHIBITS as FILES } from './exhibits.js';

describe('the search over all collections', () => {
  const CASES: [q: string, found: string[]][] = [
    ['Exhibit 31', ['e31']],
    ['exhibit 3', ['e31']],
    ['exhibit', ['e1', 'e2', 'e31', 'e4']],
    ['last exhib', ['e4']],
    ['äpf', ['e4']],
    ['ines', ['ines-calloway']],
    ['calloway ines', ['ines-calloway']],
    ['ines call', ['ines-calloway']],
    ['call ines', []],
    // Typing errors: another letter, one too few, two exchanged; in words of four letters and more.
    ['exhibut 31', ['e31']],
    ['calloway iens', ['ines-calloway']],
    ['clalo', ['ines-calloway']],
    ['tim', []],
    ['zzzzzzz', []],
    ['hidden', []],
    ['', []],
    ['!!', []],
    ['e31', ['e31']],
  ];

  it.each(CASES)('finds of %j %j, the best first', async (q, found) => {
    const server = await startTestServer(FILES);
    const answer = await server.request(`/api/search/titles?q=${encodeURIComponent(q)}`);
    expect(answer.status).toBe(200);
    expect(answer.json.objects).toEqual(found.map((id) => expect.objectContaining({ id })));
  });

  it('looks only into what the caller may read', async () => {
    const server = await startTestServer(FILES);
    const narrow = await server.key({ paths: ['/collections/authors'] });
    const look = async (key: string) =>
      (await server.request('/api/search/titles?q=e', { as: { key } })).json;
    expect(await look(narrow)).toEqual({ objects: [] });
    expect(await look(await server.key())).toMatchObject({ objects: [{}, {}, {}, {}] });
    expect((await server.request('/api/search/titles?q=ines', { as: 'nobody' })).json.objects).toHaveLength(
      1,
    );
    expect((await server.request('/api/search/titles?q=exhibit', { as: 'nobody' })).json).toEqual({
      objects: [],
    });
  });

  it('tells who may read nothing so, and rejects what cannot be read', async () => {
    const server = await startTestServer({
      ...FILES,
      'authors/.meta.json': { id: 'authors', schema: 'author' },
    });
    expect((await server.request('/api/search/titles?q=ines', { as: 'nobody' })).status).toBe(401);
    expect((await server.request(`/api/search/titles?q=${'x'.repeat(201)}`)).status).toBe(400);
    expect((await server.request('/api/search/titles?q=exhibit&limit=2')).json.objects).toHaveLength(2);
    expect((await server.request('/api/search/titles?q=exhibit&limit=99999')).json.objects).toHaveLength(4);
  });
});

describe('the labels of a relation', () => {
  it('are what the objects are called, and values that name none are told', async () => {
    const server = await startTestServer(FILES);
    const ask = async (property: string, values: unknown) => {
      const words = encodeURIComponent(JSON.stringify(values));
      return server.request(`/api/relations/collections/exhibits/labels/${property}?values=${words}`);
    };
    expect((await ask('helpers', ['tom', 'gone', 'ines-calloway'])).json).toEqual({
      labels: [
        { value: 'tom', label: 'Tom Ashdown' },
        { value: 'ines-calloway', label: 'Ines Calloway' },
      ],
      missing: ['gone'],
    });
    expect((await ask('byCode', ['IC', 'XX'])).json).toEqual({
      labels: [{ value: 'IC', label: 'Ines Calloway' }],
      missing: ['XX'],
    });
    expect((await ask('stops.a.guide', ['tom'])).json.labels).toHaveLength(1);
    expect((await ask('title', ['x'])).json).toEqual({ labels: [], missing: [] });
    expect((await ask('nothing', ['x'])).status).toBe(404);
    expect((await ask('helpers', { no: 'list' })).status).toBe(400);
  });
});
