import { expect, it } from 'vitest';
import { patchObject } from '../../../server/content/objects/write.js';
import { getObject } from '../../../server/content/reading/read.js';
import { makeSite } from '../../helpers/site.js';

it('merges a change of a version that only the history still has', async () => {
  const { site, openAgain, read } = await makeSite({
    collections: [{ id: 'posts', schema: 'blog', name: 'Posts' }],
    objects: { posts: [{ id: 'a', title: 'First', tags: ['one'] }] },
  });
  const { etag } = await getObject(site, 'posts', 'a', { writer: true });
  await patchObject(site, 'posts', 'a', { tags: ['one', 'two'] });
  await patchObject(site, 'posts', 'a', { draft: true });
  await site.store.history.settle();
  const restarted = await openAgain();
  await patchObject(
    restarted,
    'posts',
    'a',
    { title: 'Mine', tags: ['one', 'three'] },
    { ifMatch: etag, merge: true },
  );
  expect(await read('posts/a.json')).toMatchObject({
    title: 'Mine',
    draft: true,
    tags: ['one', 'three', 'two'],
  });
  await expect(
    patchObject(restarted, 'posts', 'a', { title: 'Other' }, { ifMatch: etag, merge: true }),
  ).rejects.toMatchObject({ kind: 'clash' });
});
