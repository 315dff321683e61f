/** Schema changes on live data, and choices, over HTTP. */
import { describe, expect, it } from 'vitest';
import { detailsOf, startTestServer } from '../helpers/server.js';
import { WALKS } from './content-schemas.js';

const guide = { field: 'select', settings: { relationalOptions: { collection: 'walks', label: 'title' } } };
const TOURS = {
  ...WALKS,
  '.schemas/tour.json': {
    id: 'tour',
    properties: { id: { field: 'id' }, guide },
    required: ['id'],
    index: ['id'],
  },
  'tours/.meta.json': { id: 'tours', schema: 'tour', publicOperations: ['read'] },
};

describe('POST of an impact', () => {
  it('answers what a proposal would mean, to who may manage schemas', async () => {
    const server = await startTestServer(TOURS);
    const { json: person } = await server.request('/api/schemas/person?raw=true');
    const send = (json: unknown, as: 'owner' | 'nobody' | { key: string } = 'owner', id = 'person') =>
      server.request(`/api/schemas/${id}/impact`, { method: 'POST', json, as });
    const answer = await send({ ...person, required: ['id', 'name', 'note'] });
    expect([answer.status, answer.json]).toMatchObject([
      200,
      {
        schema: 'person',
        added: [],
        removed: [],
        required: ['note'],
        collections: [
          {
            collection: 'walks',
            objects: 2,
            failing: 1,
            examples: [
              {
                id: 'river',
                details: {
                  'speakers.ann_lee.note': ['Speakers › ann_lee › Note is required'],
                  'speakers.bo.note': ['Speakers › bo › Note is required'],
                },
              },
            ],
          },
        ],
      },
    ]);
    expect((await send({ ...person, index: 5 })).status).toBe(422);
    expect((await send([])).status).toBe(400);
    expect((await send(person, 'owner', 'unheard')).status).toBe(404);
    expect((await send(person, 'nobody')).status).toBe(401);
    expect((await send(person, { key: await server.key({ paths: ['/collections'] }) })).status).toBe(403);
    expect((await send(person, { key: await server.key({ paths: ['/schemas'] }) })).status).toBe(200);
  });
});

describe('POST of a renaming', () => {
  it('answers the schema and how many objects were carried along', async () => {
    const server = await startTestServer(TOURS);
    const send = (json: unknown) => server.request('/api/schemas/walk/rename', { method: 'POST', json });
    const answer = await send({ from: 'views', to: 'seen' });
    expect([answer.status, answer.json]).toMatchObject([
      200,
      {
        from: 'views',
        to: 'seen',
        complete: true,
        collections: [{ collection: 'walks', renamed: 1, damaged: 0 }],
      },
    ]);
    expect((await server.request('/api/collections/walks/river')).json).toMatchObject({ seen: 5 });
    const step = await server.request('/api/collections/walks/river/seen/increment', { method: 'POST' });
    expect(step.json).toEqual({ property: 'seen', value: 6 });
    expect(
      (await server.request('/api/collections/walks/river/views/increment', { method: 'POST' })).status,
    ).toBe(404);
    const again = await send({ from: 'views', to: 'seen' });
    expect([again.status, Object.keys(detailsOf(again))]).toEqual([422, ['from']]);
    expect((await send({ from: 'views' })).status).toBe(400);
  });
});

describe('GET of the choices of a property', () => {
  it('answers them with as many as there are', async () => {
    const server = await startTestServer(TOURS);
    const path = '/api/collections/tours/schema/options/guide';
    expect((await server.request(path)).json).toEqual({
      options: [
        { value: 'hill', label: 'Hill' },
        { value: 'river', label: 'River' },
      ],
      total: 2,
    });
    expect((await server.request(`${path}?search=riv&limit=1`)).json).toEqual({
      options: [{ value: 'river', label: 'River' }],
      total: 1,
    });
    expect((await server.request('/api/collections/tours/schema/options/unheard')).status).toBe(404);
    expect((await server.request('/api/collections/nope/schema/options/guide')).status).toBe(404);
  });

  it('reveals no more than the other collection would', async () => {
    const server = await startTestServer(TOURS);
    const path = '/api/collections/tours/schema/options/guide';
    const both = await server.key({ methods: ['GET'], paths: ['/collections/tours', '/collections/walks'] });
    const one = await server.key({ methods: ['GET'], paths: ['/collections/tours'] });
    expect((await server.request(path, { as: { key: both } })).status).toBe(200);
    expect((await server.request(path, { as: { key: one } })).status).toBe(403);
    expect((await server.request('/api/collections/tours', { as: 'nobody' })).status).toBe(200);
    expect((await server.request(path, { as: 'nobody' })).status).toBe(401);
  });
});
