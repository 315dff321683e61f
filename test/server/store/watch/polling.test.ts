import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { freshPlaces, nextChange, plain, put } from '../folder.js';

describe('without notifications of the system', () => {
  test('the folder is looked at every two seconds', async () => {
    vi.resetModules();
    vi.doMock('node:fs', async (original) => ({
      ...(await original<typeof import('node:fs')>()),
      watch: () => {
        throw Object.assign(new Error('no watches left'), { code: 'ENOSPC' });
      },
    }));
    onTestFinished(() => {
      vi.doUnmock('node:fs');
      vi.resetModules();
    });
    const { openStore } = await import('../../../../server/store/open.js');
    const places = freshPlaces();
    const change = (title: string) => ({
      change: 'edit',
      base: {},
      values: { title },
      at: '2026-01-01T00:00:00Z',
    });
    put(places.folder, {
      '.changes/autumn/set.json': { kind: 'release', title: 'Autumn' },
      '.changes/autumn/blog/a.json': change('First'),
    });
    put(places.folder, { 'blog/.meta.json': {}, 'blog/a.json': { id: 'a', title: 'A' } });
    const messages: string[] = [];
    const store = await openStore({
      ...places,
      exclusive: true,
      log: (_level, message) => messages.push(message),
    });
    onTestFinished(() => store.close());
    store.catalogue.project('blog', plain);
    await store.catalogue.collectionIndex('blog');
    const wanted = ['object.created', 'object.deleted', 'collection.created', 'schema.saved'];
    const seen = Promise.all(wanted.map((type) => nextChange(store, (event) => event.type === type)));
    put(places.folder, {
      'blog/b.json': { id: 'b' },
      'pages/.meta.json': {},
      '.schemas/x.json': { id: 'x' },
    });
    rmSync(join(places.folder, 'blog/a.json'));
    const setChanged = new Promise<void>((resolve) => {
      const off = store.changeSets.on(({ set }) => {
        if (set !== 'autumn') return;
        off();
        resolve();
      });
    });
    await seen;
    put(places.folder, { '.changes/autumn/blog/a.json': change('Second title') });
    await setChanged;
    expect(store.changeSets.current('autumn').changes.get('blog')?.get('a')?.values).toEqual({
      title: 'Second title',
    });
    expect((await store.catalogue.collectionIndex('blog')).get('b')).toBeDefined();
    expect(messages.some((message) => message.includes('every two seconds'))).toBe(true);
  });
});
