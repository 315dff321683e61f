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

  it('come with states and problems, by id and by another property', async () => {
    const relation = (value?: string) => ({
      field: 'multiselect',
      settings: { relationalOptions: { collection: 'guides', label: 'name', value } },
    });
    const guide = (values: object) => ({ name: 'A', phone: '1', ...values });
    const server = await startTestServer({
      '.schemas/guide.json': {
        id: 'guide',
        properties: {
          ...{ id: { field: 'id' }, name: { field: 'text' }, phone: { field: 'text' } },
          ...{ draft: { field: 'toggle' }, starts: { field: 'date' } },
        },
        required: ['id', 'phone'],
        index: ['id', 'name'],
      },
      '.schemas/walk.json': {
        id: 'walk',
        properties: { id: { field: 'id' }, guides: relation(), byPhone: relation('phone') },
        required: ['id'],
      },
      'guides/.meta.json': { id: 'guides', schema: 'guide', published: { from: 'starts' } },
      'walks/.meta.json': { id: 'walks', schema: 'walk' },
      'guides/live.json': guide({ id: 'live' }),
      'guides/hidden.json': guide({ id: 'hidden', draft: true, phone: '2' }),
      'guides/soon.json': guide({ id: 'soon', starts: '2099-01-01T00:00:00Z' }),
      'guides/faulty.json': { id: 'faulty', name: 'F' },
      'guides/torn.json': '{"id": "torn", ',
    });
    const ask = async (property: string, values: string[]) => {
      const words = encodeURIComponent(JSON.stringify(values));
      return (await server.request(`/api/relations/collections/walks/labels/${property}?values=${words}`))
        .json;
    };
    expect(await ask('guides', ['live', 'hidden', 'soon', 'faulty', 'torn', 'gone'])).toEqual({
      labels: [
        { value: 'live', label: 'A', state: 'published' },
        { value: 'hidden', label: 'A', state: 'draft' },
        { value: 'soon', label: 'A', state: 'scheduled', until: '2099-01-01T00:00:00.000Z' },
        { value: 'faulty', label: 'F', state: 'published', problem: 'invalid' },
        { value: 'torn', label: 'torn', problem: 'damaged' },
      ],
      missing: ['gone'],
    });
    expect(await ask('byPhone', ['2'])).toMatchObject({ labels: [{ value: '2', state: 'draft' }] });
    // A repaired object is looked at again.
    const body = { id: 'faulty', name: 'F', phone: '3' };
    await server.request('/api/collections/guides/faulty', { method: 'PUT', json: body });
    expect(await ask('guides', ['faulty'])).toMatchObject({ labels: [{ state: 'published' }] });
    expect(JSON.stringify(await ask('guides', ['faulty']))).not.toContain('problem');
  });
});
