/** Groups of the objects of a list, as the admin shows them (spec/queries.md#groups). */
import { describe, expect, it } from 'vitest';
import type { CollectionGroups } from '../../server/contract/objects.js';
import { detailsOf, type Files, sharedServer } from '../helpers/server.js';

const FILES: Files = {
  '.schemas/job.json': {
    id: 'job',
    properties: {
      id: { field: 'id' },
      title: { field: 'text' },
      state: { field: 'select', options: ['open', 'done'] },
      urgent: { field: 'toggle' },
      due: { field: 'date' },
      tags: { field: 'list' },
      pin: { field: 'secret' },
    },
    required: ['id'],
    index: ['id', 'title', 'state'],
  },
  'jobs/.meta.json': { id: 'jobs', schema: 'job', name: 'Jobs' },
  ...Object.fromEntries(
    [
      { state: 'open', urgent: true, due: '2026-05-09', tags: ['b', 'a'] },
      { state: 'done', urgent: false, due: '2026-05-01T10:00:00Z', tags: ['b'] },
      { state: 'open', due: '2026-04-30', pin: 'p' },
      { state: 'open', urgent: true, due: '' },
      { urgent: false, due: '2025-05-02', tags: [] },
    ].map((values, n) => [`jobs/j${n}.json`, { id: `j${n}`, title: `Job ${n}`, ...values }]),
  ),
};

const MANY: Files = {
  'many/.meta.json': { id: 'many', schema: 'job', name: 'Many' },
  ...Object.fromEntries(Array.from({ length: 1001 }, (_, n) => [`many/m${n}.json`, { id: `m${n}` }])),
};

const STAGE = {
  id: 'stage',
  properties: { id: { field: 'id' }, step: { type: 'number', field: 'select', options: [2, 1] } },
  required: ['id'],
  index: ['id'],
};

const STAGES: Files = {
  '.schemas/stage.json': STAGE,
  'stages/.meta.json': { id: 'stages', schema: 'stage', name: 'Stages' },
  ...Object.fromEntries(
    [{ step: 1 }, { step: 0 }, { step: 2 }, {}].map((values, n) => [
      `stages/s${n}.json`,
      { id: `s${n}`, ...values },
    ]),
  ),
};

const server = sharedServer(() => ({ ...FILES, ...MANY, ...STAGES }));
const groups = async (query: string): Promise<CollectionGroups> =>
  (await server().request(`/api/groups/collections/jobs?${query}`)).json as unknown as CollectionGroups;
const pairs = async (query: string) => (await groups(query)).groups.map(({ value, count }) => [value, count]);

describe('groups of a list', () => {
  it.each<[string, string, unknown[]]>([
    [
      'choices',
      'by=state&sort=state,title',
      [
        ['done', 1],
        ['open', 3],
        [null, 1],
      ],
    ],
    [
      'choices in the order of the options',
      'by=state&sort=state:options,title',
      [
        ['open', 3],
        ['done', 1],
        [null, 1],
      ],
    ],
    [
      'choices against the order of the options',
      'by=state&sort=state:desc:options',
      [
        [null, 1],
        ['done', 1],
        ['open', 3],
      ],
    ],
    [
      'choices downwards',
      'by=state&sort=-state',
      [
        [null, 1],
        ['open', 3],
        ['done', 1],
      ],
    ],
    [
      'switches',
      'by=urgent&sort=urgent',
      [
        [false, 2],
        [true, 2],
        [null, 1],
      ],
    ],
    [
      'months',
      'by=due&part=month&sort=-due',
      [
        ['2026-05', 2],
        ['2026-04', 1],
        ['2025-05', 1],
        ['', 1],
      ],
    ],
    [
      'first elements',
      'by=tags&sort=tags',
      [
        ['b', 2],
        [null, 3],
      ],
    ],
    ['what matches', 'by=state&sort=state&include=urgent:true', [['open', 2]]],
    [
      'what is found',
      'by=state&sort=state&search=job',
      [
        ['done', 1],
        ['open', 3],
        [null, 1],
      ],
    ],
    ['nothing', 'by=state&sort=state&search=nothing', []],
  ])('counts %s in the order of the list', async (_what, query, expected) => {
    expect(await pairs(query)).toEqual(expected);
  });

  it('has the objects of the list in the same places', async () => {
    const sort = 'sort=state:asc,title:desc';
    const list = await server().request(`/api/collections/jobs?${sort}`);
    const { objects } = list.json as unknown as { objects: { state?: string }[] };
    const states = objects.map(({ state }) => state ?? null);
    const found = await groups(`by=state&${sort}`);
    expect(found.groups.flatMap(({ value, count }) => Array.from({ length: count }, () => value))).toEqual(
      states,
    );
    expect(found.total).toBe(states.length);
  });

  it.each([
    ['no property', '', 'by'],
    ['an unknown property', 'by=nope', 'by'],
    ['a property that answers hide', 'by=pin', 'by'],
    ['a random order', 'by=state&sort=shuffle', 'sort'],
    ['another part', 'by=due&part=week', 'part'],
  ])('are rejected with %s', async (_what, query, name) => {
    const answer = await server().request(`/api/groups/collections/jobs?${query}`);
    expect(answer.status).toBe(400);
    expect(Object.keys(detailsOf(answer))).toEqual([name]);
  });

  it('are rejected where there would be too many, or no collection', async () => {
    const ask = (query: string) => server().request(`/api/groups/collections/${query}`);
    expect((await ask('nope?by=state')).status).toBe(404);
    const answer = await ask('many?by=id&sort=id');
    expect(answer.status).toBe(400);
    expect(detailsOf(answer)).toEqual({ by: ['must have at most 1000 groups'] });
    expect((await ask('many?by=state&sort=state')).json).toEqual({
      total: 1001,
      groups: [{ value: null, count: 1001 }],
    });
  });

  it('stand in the new order as soon as options change places, in pages that were kept as well', async () => {
    const address = '/api/collections/stages?sort=step:asc:options,id:asc';
    const ids = async () =>
      ((await server().request(address)).json as { objects: { id: string }[] }).objects.map(({ id }) => id);
    // Twice, so that the page is kept; a value that is no option comes after them, none at all last.
    expect([await ids(), await ids(), await ids()]).toEqual(Array(3).fill(['s2', 's0', 's1', 's3']));
    const before = (await server().request(address)).headers.get('etag');
    const options = { first: [1], second: [{ value: 2, label: 'Two' }] };
    const body = {
      ...STAGE,
      properties: { ...STAGE.properties, step: { ...STAGE.properties.step, options } },
    };
    const answer = await server().request('/api/schemas/stage', { method: 'PUT', json: body });
    expect(answer.status).toBe(200);
    expect(await ids()).toEqual(['s0', 's2', 's1', 's3']);
    expect((await server().request(address)).headers.get('etag')).not.toBe(before);
  });
});
