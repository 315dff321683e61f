/** Files at addresses with a token (spec/access.md#addresses-with-a-token): passwords, groups and ETags. */
import { describe, expect, it } from 'vitest';
import type { Perspective } from '../../server/perspectives.js';
import { type Sent, startTestServer, type TestServer } from '../helpers/server.js';
import { mediaFiles, PASSWORD, TEXT } from './media.js';

const AT = '2026-01-01T10:00:00.000Z';
const LIVE = '/download/blog/first-post';
const [FRESH, MEMBERS] = ['blog/fresh', 'members/fresh'];

/** A server whose draft has new objects with files, of which some are protected, and crops a live image elsewhere. */
async function drafted() {
  const files = await mediaFiles();
  const { file, locked, image } = files['blog/first-post.json'] as Record<string, object>;
  const made = (values: object) => ({ change: 'new', base: {}, values, at: AT });
  const server = await startTestServer({
    ...files,
    '.changes/draft/blog/fresh.json': made({ title: 'Fresh', file, locked }),
    '.changes/draft/members/fresh.json': made({ file: { ...file, protected: true }, image }),
    '.changes/draft/blog/first-post.json': {
      ...{ change: 'edit', base: { image }, at: AT },
      values: { image: { ...image, focalpoint: { x: 0, y: 50 } } },
    },
    'blog/fresh/file/doc.pdf': TEXT,
    'blog/fresh/locked/doc.pdf': TEXT,
    'members/fresh/file/doc.pdf': TEXT,
    'members/fresh/image/quay.png': files['blog/first-post/image/quay.png'] ?? '',
  });
  let reads: Perspective | undefined = { sets: ['draft'] };
  const { url, end } = await server.site.temporaryKeys.lend(server.port, {
    ...{ user: 'owner', token: 'a'.repeat(64) },
    perspective: () => reads,
  });
  const { pathname } = new URL(url);
  const at = (path: string, sent: Sent = {}) =>
    server.request(pathname + path, { as: 'nobody', redirect: 'manual', ...sent } as Sent);
  const choose = (next: Perspective | undefined) => {
    reads = next;
  };
  return { server, at, choose, end };
}

const html = { accept: 'text/html' };
const form = (password: string): Sent => ({ method: 'POST', body: new URLSearchParams({ password }) });
const readerOf = (server: TestServer, paths: string[]) => server.key({ methods: ['GET'], paths });

describe('a file of a draft at an address with a token', () => {
  it.each<[what: string, path: string, sent: Sent, status: number]>([
    ['that everyone may read', `/download/${FRESH}/file`, {}, 200],
    ['that everyone may read, streamed', `/stream/${FRESH}/file`, {}, 200],
    ['with a password', `/download/${FRESH}/locked`, {}, 401],
    ['with a password, streamed', `/stream/${FRESH}/locked`, {}, 403],
    ['with a password, a part', `/stream/${FRESH}/locked`, { headers: { range: 'bytes=0-3' } }, 403],
    ['with a password, its head', `/download/${FRESH}/locked`, { method: 'HEAD' }, 401],
    ['with the wrong password', `/download/${FRESH}/locked`, form('wrong'), 403],
    ['with the password', `/download/${FRESH}/locked`, form(PASSWORD), 200],
    ['of groups', `/download/${MEMBERS}/file`, {}, 401],
    ['of groups, streamed', `/stream/${MEMBERS}/file`, {}, 403],
    ['of groups, a part', `/stream/${MEMBERS}/file`, { headers: { range: 'bytes=0-3' } }, 403],
    ['of groups, for a page', `/download/${MEMBERS}/file`, { headers: html }, 302],
    ['of groups, with a password', `/download/${MEMBERS}/file`, form(PASSWORD), 401],
    ['of groups, an image, which is public', `/imageworks/${MEMBERS}/image.png?w=20`, {}, 200],
  ])('%s', async (_what, path, sent, status) => {
    const { server, at } = await drafted();
    const answer = await at(path, sent);
    expect(answer.status).toBe(status);
    expect((await server.request(path, { as: 'nobody', ...sent })).status).toBe(404);
    const isShown = answer.text.includes(TEXT) || answer.headers.get('content-type') === 'image/png';
    expect(isShown).toBe(status === 200);
    if (isShown) expect(answer.headers.get('cache-control')).toMatch(/no-store/);
  });

  it('is for keys that may read the object, whatever protects it, and for no others', async () => {
    const { server, at } = await drafted();
    const [own, other] = [await readerOf(server, ['/collections']), await readerOf(server, ['/schemas'])];
    for (const path of [`/download/${FRESH}/locked`, `/download/${MEMBERS}/file`]) {
      expect((await at(path, { as: { key: own } })).text).toBe(TEXT);
      expect((await at(path, { as: { key: other } })).text).not.toBe(TEXT);
      expect((await at(path, { as: 'owner' })).text).toBe(TEXT);
    }
  });

  it('is not modified where its tag is known, and only for those who may read it', async () => {
    const { server, at, choose, end } = await drafted();
    const own = await readerOf(server, ['/collections']);
    for (const [path, hidden] of [
      [`/download/${FRESH}/file`, 304],
      [`/stream/${FRESH}/locked`, 403],
      [`/download/${FRESH}/locked`, 401],
      [`/download/${MEMBERS}/file`, 401],
    ] as const) {
      const etag = (await at(path, { as: { key: own } })).headers.get('etag') ?? '';
      expect(etag).not.toBe('');
      const known = { headers: { 'if-none-match': etag } };
      expect([path, (await at(path, { ...known, as: { key: own } })).status]).toEqual([path, 304]);
      expect([path, (await at(path, known)).status]).toEqual([path, hidden]);
      // What is not chosen, or no token any more, is not there: no tag tells that it was.
      choose(undefined);
      expect([path, (await at(path, known)).status]).toEqual([path, 404]);
      choose({ sets: ['draft'] });
    }
    const path = `/download/${FRESH}/file`;
    const known = { headers: { 'if-none-match': (await at(path)).headers.get('etag') ?? '' } };
    end();
    expect((await at(path, known)).status).toBe(404);
  });

  it('has another tag than what is live where the draft shows it otherwise, and else the same', async () => {
    const { server, at, choose } = await drafted();
    const tagOf = async (answer: Promise<{ headers: Headers }>) => (await answer).headers.get('etag') ?? '';
    const cut = '/imageworks/blog/first-post/image.png?w=50&h=100&fit=crop-focalpoint';
    const [live, draft] = [await tagOf(server.request(cut, { as: 'nobody' })), await tagOf(at(cut))];
    expect(draft).not.toBe(live);
    expect((await at(cut, { headers: { 'if-none-match': live } })).status).toBe(200);
    expect((await at(cut, { headers: { 'if-none-match': draft } })).status).toBe(304);
    choose(undefined);
    expect((await at(cut, { headers: { 'if-none-match': draft } })).status).toBe(200);
    choose({ sets: ['draft'] });
    const file = `${LIVE}/files/doc.pdf`;
    expect(await tagOf(at(file))).toBe(await tagOf(server.request(file, { as: 'nobody' })));
    const part = { headers: { range: 'bytes=0-3', 'if-range': await tagOf(at(file)) } };
    expect((await at(file.replace('download', 'stream'), part)).status).toBe(206);
    const other = { headers: { range: 'bytes=0-3', 'if-range': '"another"' } };
    expect((await at(file.replace('download', 'stream'), other)).status).toBe(200);
  });
});
