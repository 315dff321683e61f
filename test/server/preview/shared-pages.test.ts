/** The server of shared previews, where what it is asked cannot be found out. */
import { expect, it, onTestFinished } from 'vitest';
import { SharedPages } from '../../../server/preview/shared-pages.js';

it('says that nothing runs, and goes on, when it cannot be found out what a token shows', async () => {
  const failures: unknown[] = [];
  let isDamaged = true;
  const pages = await SharedPages.open({
    host: '127.0.0.1',
    port: 0,
    names: () => new Set(['127.0.0.1']),
    isOnNetwork: () => false,
    find: () => {
      if (isDamaged) throw new Error('A file is damaged');
      return undefined;
    },
    attempts: { wait: () => 0, add: () => undefined },
    clientOf: () => 'client',
    failed: (error) => failures.push(error),
  });
  onTestFinished(() => pages.close());
  const status = async () =>
    (await fetch(`http://127.0.0.1:${pages.port}/`, { headers: { cookie: `plinth_shared_${pages.port}=x` } }))
      .status;
  expect([await status(), failures]).toMatchObject([503, [{ message: 'A file is damaged' }]]);
  isDamaged = false;
  expect(await status()).toBe(404);
});
