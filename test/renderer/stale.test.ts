/** What the admin looks at again after a change in the folder. */

import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { keys } from '../../renderer/api/keys.js';
import { refreshStale, staleKeys } from '../../renderer/api/stale.js';
import { CHANGE_TYPES, type ChangeEvent } from '../../server/contract/wire.js';

const OBJECT = { collection: 'blog', id: 'first' };

/** What the admin may show. */
const SHOWN: readonly QueryKey[] = [
  ...['blog', 'news'].flatMap((collection) => [
    keys.settings(collection),
    [...keys.pages(collection), { offset: 0 }],
    keys.states(collection),
    keys.labels(collection),
    keys.object(collection, 'first'),
    keys.object(collection, 'first', 'draft'),
    keys.object(collection, 'second'),
    keys.history(collection, 'first'),
    keys.history(collection, 'second'),
  ]),
  ...[keys.collections, keys.schemas, keys.schema('post'), keys.media, keys.changeSets],
  ...[keys.changeSetDetails, keys.trust, keys.automations, keys.session],
  ...[keys.trash, keys.damaged, keys.conflicts, keys.activity],
  ...[keys.references, keys.health, keys.overview],
];
const nameOf = (key: QueryKey) => key.map((part) => (typeof part === 'string' ? part : '+')).join('/');
const staleAfter = (events: readonly ChangeEvent[]) => {
  const stale = staleKeys();
  events.forEach(stale.add);
  return stale;
};
const names = (...events: ChangeEvent[]) => {
  const stale = staleAfter(events);
  return SHOWN.filter((key) => stale.has(key)).map(nameOf);
};

describe('a change in the folder makes stale', () => {
  it.each<[string, ChangeEvent, string[]]>([
    [
      'lists, counts, the object and what is compared with it',
      { type: 'object.updated', ...OBJECT },
      [
        'collection/blog/pages/+',
        'collection/blog/states',
        'collection/blog/labels',
        'collection/blog/object/first',
        'collection/blog/object/first/+',
        'history/blog/first',
        'collections',
        'media',
        'change-sets/details',
      ],
    ],
    [
      'all of a collection',
      { type: 'collection.updated', collection: 'blog' },
      [
        ...SHOWN.filter(([first, of]) => first === 'collection' && of === 'blog').map(nameOf),
        ...['collections', 'schemas', 'schemas/post', 'media', 'trust'],
      ],
    ],
    [
      'all collections with their schemas',
      { type: 'schema.saved', schema: 'post' },
      [
        ...SHOWN.filter(([first]) => first === 'collection').map(nameOf),
        ...['collections', 'schemas', 'schemas/post'],
      ],
    ],
    [
      'the object that names a file, and the media',
      { type: 'file.saved', ...OBJECT, path: 'cover/a.png' },
      ['collection/blog/object/first', 'collection/blog/object/first/+', 'media'],
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

  it('the trash in every case', () => {
    const all = CHANGE_TYPES.map((type) => ({ type, ...OBJECT, schema: 'post', path: 'a' }) as ChangeEvent);
    for (const event of all) expect(names(event)).toContain('trash');
  });

  it('nothing, when there was none', () => {
    expect(names()).toEqual([]);
  });

  it('what was asked for, looked at once however many objects changed', async () => {
    const client = new QueryClient();
    const shown = keys.object('blog', 'o7');
    for (const key of [shown, keys.object('news', 'o7')]) client.setQueryData(key, {});
    const cache = client.getQueryCache();
    const findAll = cache.findAll.bind(cache);
    let looks = 0;
    cache.findAll = (...filters) => {
      looks += 1;
      return findAll(...filters);
    };
    const events = Array.from(
      { length: 50 },
      (_, n): ChangeEvent => ({
        ...{ type: 'object.deleted', collection: 'blog' },
        id: `o${n}`,
      }),
    );
    await refreshStale(client, staleAfter(events));
    // To mark them, and to ask for them.
    expect(looks).toBe(2);
    expect(client.getQueryState(shown)?.isInvalidated).toBe(true);
    expect(client.getQueryState(keys.object('news', 'o7'))?.isInvalidated).toBe(false);
  });
});
