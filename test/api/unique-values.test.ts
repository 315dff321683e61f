/** Values that one object of a collection may have: compared as filters compare, on every way into the collection. */
import { describe, expect, it } from 'vitest';
import { isJsonObject, type JsonObject } from '../../server/contract/values.js';
import { type Answer, detailsOf, type Files, startTestServer, type TestServer } from '../helpers/server.js';

const FILES: Files = {
  '.schemas/member.json': {
    id: 'member',
    properties: { id: { field: 'id' }, name: { field: 'text' }, mail: { field: 'text', unique: true } },
    required: ['id'],
    index: ['id', 'mail'],
  },
  'members/.meta.json': { id: 'members', schema: 'member', name: 'Members' },
  'guests/.meta.json': { id: 'guests', schema: 'member', name: 'Guests' },
  'members/one.json': { id: 'one', name: 'One', mail: 'caf\u00e9@example.org' },
  'members/two.json': { id: 'two', name: 'Two', mail: 'other@example.org' },
  'guests/three.json': { id: 'three', name: 'Three', mail: 'CAFE\u0301@Example.org' },
};

const MEMBERS = '/api/collections/members';

async function trashed(server: TestServer, id: string): Promise<string> {
  const { json } = await server.request('/api/trash');
  const entries = Array.isArray(json.entries) ? json.entries.filter(isJsonObject) : [];
  return String(entries.find((entry) => entry.object === id)?.id);
}

const remove = (server: TestServer, id: string) => server.request(`${MEMBERS}/${id}`, { method: 'DELETE' });

const importRows = async (server: TestServer, mail: string): Promise<Answer> => {
  const form = new FormData();
  form.set('json', new Blob([JSON.stringify([{ id: 'fresh', name: 'New', mail }])]), 'members.json');
  return server.request('/import/collections/members/json', { method: 'POST', body: form });
};

/** Every way by which an object could get a value that `one` has. */
const WAYS: Record<string, (server: TestServer, mail: string) => Promise<Answer>> = {
  'a new object': (server, mail) =>
    server.request(MEMBERS, { method: 'POST', json: { id: 'fresh', name: 'New', mail } }),
  'a PUT': (server, mail) => server.request(`${MEMBERS}/two`, { method: 'PUT', json: { name: 'Two', mail } }),
  'a PATCH': (server, mail) => server.request(`${MEMBERS}/two`, { method: 'PATCH', json: { mail } }),
  'a PUT of the property': (server, mail) =>
    server.request(`${MEMBERS}/two/mail`, { method: 'PUT', json: mail }),
  'a clone from another collection': (server) =>
    server.request('/api/collections/guests/three/clone', {
      method: 'POST',
      json: { collection: 'members', id: 'fresh' },
    }),
  'a batch': (server, mail) =>
    server.request('/api/batch', {
      method: 'POST',
      json: { operations: [{ operation: 'patch', collection: 'members', id: 'two', data: { mail } }] },
    }),
  'an import': importRows,
};

async function holders(server: TestServer): Promise<string[]> {
  const { json } = await server.request(`${MEMBERS}?filter[mail]=caf\u00e9@example.org`);
  const objects = Array.isArray(json.objects) ? json.objects.filter(isJsonObject) : [];
  return objects.map(({ id }: JsonObject) => String(id));
}

describe('a value that another object has', () => {
  it.each(Object.entries(WAYS))('in whatever spelling does not come in by %s', async (_way, send) => {
    const server = await startTestServer(FILES);
    for (const mail of ['caf\u00e9@example.org', 'cafe\u0301@example.org', 'CAF\u00c9@EXAMPLE.org']) {
      const answer = await send(server, mail);
      expect([answer.status, answer.text]).not.toEqual([201, answer.text]);
      expect(answer.text).toContain('must be unique');
      expect(await holders(server)).toEqual(['one']);
    }
  });

  it('does not come back from the trash; the rejection names its present holder, and both stay', async () => {
    const server = await startTestServer(FILES);
    await remove(server, 'one');
    const taken = await server.request(`${MEMBERS}/two`, {
      method: 'PATCH',
      json: { mail: 'Cafe\u0301@example.org' },
    });
    expect(taken.status).toBe(200);
    const entry = await trashed(server, 'one');
    const restore = () => server.request(`/api/trash/${entry}/restore`, { method: 'POST' });
    const refused = await restore();
    expect([refused.status, detailsOf(refused)]).toEqual([
      422,
      { mail: ['must be unique; "two" has the same value'] },
    ]);
    expect(await holders(server)).toEqual(['two']);
    expect((await server.request(`${MEMBERS}/two`, { method: 'PATCH', json: { name: '2' } })).status).toBe(
      200,
    );

    await server.request(`${MEMBERS}/two`, { method: 'PATCH', json: { mail: 'free@example.org' } });
    expect((await restore()).status).toBe(200);
    expect(await holders(server)).toEqual(['one']);
  });

  it('does not come back from the trash while another object takes it', async () => {
    const server = await startTestServer(FILES);
    await remove(server, 'one');
    const entry = await trashed(server, 'one');
    const answers = await Promise.all([
      server.request(`/api/trash/${entry}/restore`, { method: 'POST' }),
      ...['a', 'b', 'c'].map((id) =>
        server.request(MEMBERS, { method: 'POST', json: { id, mail: 'caf\u00e9@example.org' } }),
      ),
    ]);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(await holders(server)).toHaveLength(1);
  });
});
