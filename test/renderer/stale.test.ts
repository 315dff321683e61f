/** What the admin looks at again after a change in the folder. */
import { describe, expect, it } from 'vitest';
import { staleBy } from '../../renderer/api/stale.js';
import { CHANGE_TYPES, type ChangeEvent } from '../../server/contract/wire.js';

const names = (...events: ChangeEvent[]) => staleBy(events).map((key) => key.join('/'));
const OBJECT = { collection: 'blog', id: 'first' };

describe('a change in the folder makes stale', () => {
  it.each<[string, ChangeEvent, string[]]>([
    [
      'lists, counts, the object and what is compared with it',
      { type: 'object.updated', ...OBJECT },
      [
        'collection/blog/pages',
        'collection/blog/states',
        'collection/blog/labels',
        'collection/blog/object/first',
        'history/blog/first',
        'collections',
        'media',
        'change-sets/details',
      ],
    ],
    [
      'all of a collection',
      { type: 'collection.updated', collection: 'blog' },
      ['collection/blog', 'collections', 'schemas', 'media', 'trust'],
    ],
    [
      'all collections with their schemas',
      { type: 'schema.saved', schema: 'post' },
      ['schemas', 'collection', 'collections'],
    ],
    [
      'the object that names a file, and the media',
      { type: 'file.saved', ...OBJECT, path: 'cover/a.png' },
      ['collection/blog/object/first', 'media'],
    ],
  ])('%s', (_what, event, stale) => {
    expect(names(event)).toEqual([
      ...stale,
      'trash',
      'damaged',
      'conflicts',
      'activity',
      'references',
      'health',
      'overview',
    ]);
  });

  it('the trash in every case, and nothing twice', () => {
    const all = CHANGE_TYPES.map((type) => ({ type, ...OBJECT, schema: 'post', path: 'a' }) as ChangeEvent);
    for (const event of all) expect(names(event)).toContain('trash');
    expect(names(...all)).toEqual([...new Set(names(...all))]);
  });

  it('nothing, when there was none', () => {
    expect(names()).toEqual([]);
  });
});
