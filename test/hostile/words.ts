/** The words of the corpus for a server in its own process: keys, sessions, ports. */
import { KEY_METHODS } from '../../server/contract/access.js';
import type { Site } from '../../server/site.js';
import { BOUNDARY, type Words } from '../helpers/bad-inputs.js';
import type { Served } from './served.js';

/**
 * What the corpus calls keys and sessions: keys are made in the open folder, the rest when it is served. Written for
 * `serve`, which knows both moments.
 */
export async function wordsOf({ keys }: Site): Promise<(served: Served, canary: number) => Promise<Words>> {
  const key = async (methods: readonly string[], paths: readonly string[]) =>
    keys.create({ name: 'test', methods, paths });
  const revoked = await key(['GET'], ['*']);
  await keys.revoke(revoked.id);
  const [full, reading] = [await key(KEY_METHODS, ['*']), await key(['GET'], ['/collections/blog'])];
  return async (served, canary) => {
    const [session, old] = [await served.signIn(), await served.signIn()];
    await served.fetch('/admin/session/end', {
      method: 'POST',
      headers: { cookie: old.cookie, 'x-csrf-token': old.csrfToken },
    });
    return {
      PORT: String(served.port),
      CANARY_PORT: String(canary),
      BOUNDARY,
      DATA_BASENAME: 'content',
      KEY_FULL: full.key,
      KEY_BLOG_GET: reading.key,
      KEY_DELETED: revoked.key,
      SESSION_COOKIE: session.cookie,
      SESSION_OLD: old.cookie,
      CSRF: session.csrfToken,
    };
  };
}
