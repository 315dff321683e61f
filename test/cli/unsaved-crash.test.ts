/** Unsaved changes under kill -9 while they are typed: the last one that was answered is there, whole. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isJsonObject } from '../../server/contract/values.js';
import { built, run } from '../helpers/process.js';
import { BLOG, temporaryFolder, writeFiles } from '../helpers/server.js';

const FORM = '/api/unsaved/form-1234';

/** A server and a session of its owner. */
async function serve(home: string) {
  const args = [
    '--data',
    join(home, 'content'),
    '--state',
    join(home, 'state'),
    '--cache',
    join(home, 'cache'),
  ];
  const { child, ended, event } = run(built('cli/plinth.js'), ['serve', '--json', ...args, '--port', '0']);
  const { url, admin } = await event();
  const signIn = await fetch(String(admin), { redirect: 'manual' });
  const cookie = (signIn.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const session: unknown = await (await fetch(`${url}/admin/session`, { headers: { cookie } })).json();
  const token = isJsonObject(session) ? String(session.csrfToken) : '';
  const headers = { cookie, 'x-csrf-token': token, 'content-type': 'application/json' };
  return {
    child,
    ended,
    read: async () => (await fetch(`${url}${FORM}`, { headers })).json(),
    keep: async (version: number) => {
      const body = {
        collection: 'blog',
        object: 'first-post',
        version,
        edits: { title: `${version} `.repeat(500) },
      };
      return fetch(`${url}${FORM}`, { method: 'PUT', headers, body: JSON.stringify(body) });
    },
  };
}

it('keeps the last version that was answered', async () => {
  const home = await temporaryFolder();
  await writeFiles(join(home, 'content'), BLOG);
  let version = 0;
  for (const rounds of [1, 5, 20]) {
    const server = await serve(home);
    let answered = version;
    const typing = (async () => {
      for (;;) {
        version += 1;
        const { status } = await server.keep(version);
        if (status !== 204) throw new Error(`answered with ${status}`);
        answered = version;
        if (version % rounds === 0) server.child.kill('SIGKILL');
      }
    })();
    await typing.catch(() => undefined);
    await server.ended;
    const again = await serve(home);
    const kept = await again.read();
    expect(kept.version).toBeGreaterThanOrEqual(answered);
    expect(kept.edits.title).toBe(`${kept.version} `.repeat(500));
    version = kept.version;
    again.child.kill('SIGKILL');
    await again.ended;
  }
});
