/** Objects of the shared draft and other change sets, as the tests of change sets save and read them. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChangeSetWithObjects, MoveChangesRequest } from '../../server/contract/change-sets.js';
import type { Answer, Sent, TestServer } from './server.js';

export const BLOG_POSTS = '/api/collections/blog';
export const FIRST = `${BLOG_POSTS}/first-post`;
export const SECOND = `${BLOG_POSTS}/second-post`;

/** A request through a set. */
export const through = (set: string, sent: Sent = {}): Sent => ({
  ...sent,
  headers: { 'X-Plinth-Perspective': set, ...sent.headers },
});
export const draft = (sent: Sent = {}): Sent => through('draft', sent);

/** Saves values of an object into the draft. */
export const save = (server: TestServer, path: string, json: object, sent: Sent = {}): Promise<Answer> =>
  server.request(path, draft({ method: 'PATCH', json, ...sent }));
/** Makes an object that only a set has. */
export const create = (server: TestServer, json: object, path = BLOG_POSTS, set = 'draft'): Promise<Answer> =>
  server.request(path, through(set, { method: 'POST', json }));
/** Removes an object in a set. */
export const remove = (server: TestServer, path: string, set = 'draft'): Promise<Answer> =>
  server.request(path, through(set, { method: 'DELETE' }));
/** Changes what is live. */
export const changeLive = (server: TestServer, path: string, json: object): Promise<Answer> =>
  server.request(path, { method: 'PATCH', json });

export const release = (server: TestServer, json: object): Promise<Answer> =>
  server.request('/api/change-sets', { method: 'POST', json: { kind: 'release', ...json } });
export const move = (server: TestServer, json: MoveChangesRequest, set = 'draft'): Promise<Answer> =>
  server.request(`/api/change-sets/${set}/move`, { method: 'POST', json });
export const publish = (server: TestServer, json: object = {}, set = 'draft'): Promise<Answer> =>
  server.request(`/api/change-sets/${set}/publish`, { method: 'POST', json });

export const setOf = async (server: TestServer, set = 'draft'): Promise<ChangeSetWithObjects> =>
  (await server.request(`/api/change-sets/${set}`)).json as unknown as ChangeSetWithObjects;
export const onDisk = async (server: TestServer, path: string) =>
  JSON.parse(await readFile(join(server.folder, path), 'utf8'));
/** Titles of the blog, A-Z. */
export async function titles(server: TestServer, sent: Sent = {}, query = ''): Promise<string[]> {
  const { json } = await server.request(`${BLOG_POSTS}?sort=title:asc${query}`, sent);
  return (json.objects as { title: string }[]).map(({ title }) => title);
}
