import { describe, expect, it } from 'vitest';
import type { KindName, PropertyOnWire, SchemaDefinition } from '#contract/schemas';
import type { JsonObject } from '#contract/values';
import { entriesAt, filesInDepot, foldersOf } from '../../renderer/fields/depot/depot-value.ts';
import { positionFor } from '../../renderer/fields/image/image-value.ts';
import { dropPlaces, meantPlace, placesFor } from '../../renderer/pages/object-editor/drop-places.ts';
import { withFile } from '../../renderer/unsaved/filed.ts';
import { openForm, reduceForm } from '../../renderer/unsaved/form.ts';
import { createTurns } from '../../renderer/unsaved/turns.ts';
import { createUploadQueue, type UploadItem, type UploadWork } from '../../renderer/uploads/upload-queue.ts';

const file = (name: string) => new File(['x'], name);

/** Work that is decided from outside. */
function work(more: Partial<UploadWork> = {}) {
  const sent: string[] = [];
  const waiting: { done(): void; fail(why: string): void }[] = [];
  const all: UploadWork = {
    send: (item: UploadItem, signal) =>
      new Promise((resolve, reject) => {
        sent.push(item.file.name);
        waiting.push({ done: resolve, fail: (why) => reject(new Error(why)) });
        signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      }),
    isReady: () => true,
    prepare: async () => true,
    ...more,
  };
  const queue = createUploadQueue(all);
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { queue, sent, waiting, settled };
}

describe('files on their way', () => {
  it('are sent one after the other, and gone when the server has them', async () => {
    const { queue, sent, waiting, settled } = work();
    queue.add({ path: 'photos' }, [file('a'), file('b')]);
    expect(sent).toEqual(['a']);
    waiting[0]?.done();
    await settled();
    expect([sent, queue.items().map(({ state }) => state)]).toEqual([['a', 'b'], ['sending']]);
    waiting[1]?.done();
    await settled();
    expect(queue.items()).toEqual([]);
  });

  it('say why they failed, and can be tried again or given up; the others go on', async () => {
    const { queue, sent, waiting, settled } = work();
    queue.add({ path: 'photos' }, [file('a'), file('b')]);
    waiting[0]?.fail('too large');
    await settled();
    expect(queue.items()[0]).toMatchObject({ state: 'failed', error: 'too large' });
    waiting[1]?.done();
    await settled();
    queue.retry(queue.items()[0]?.key ?? '');
    expect(sent).toEqual(['a', 'b', 'a']);
    queue.cancel(queue.items()[0]?.key ?? '');
    await settled();
    expect(queue.items()).toEqual([]);
  });

  it('save the form first, and wait while it cannot be saved', async () => {
    let stored = false;
    let saves = 0;
    const { queue, sent, settled } = work({
      isReady: () => stored,
      prepare: async () => {
        saves += 1;
        return false;
      },
    });
    queue.add({ path: 'cover' }, [file('a')]);
    await settled();
    expect([saves, sent, queue.items()[0]]).toEqual([1, [], expect.objectContaining({ state: 'waiting' })]);
    stored = true;
    queue.wake();
    expect(sent).toEqual(['a']);
    expect(queue.items()[0]).not.toHaveProperty('error');
  });
});

describe('a form whose object was given a file', () => {
  const gallery = [
    { name: 'a', alt: '' },
    { name: 'b', alt: '' },
  ];

  it.each([
    [
      'what was typed meanwhile',
      gallery.with(0, { name: 'a', alt: 'A' }),
      [{ name: 'a', alt: 'A' }, { name: 'b', alt: '' }, { name: 'c' }],
    ],
    ['the order', gallery.toReversed(), [{ name: 'b', alt: '' }, { name: 'a', alt: '' }, { name: 'c' }]],
    ['what was removed', gallery.slice(1), [{ name: 'b', alt: '' }, { name: 'c' }]],
  ])('keeps %s', (_what, edited, merged) => {
    expect(withFile(edited, gallery, [...gallery, { name: 'c' }], [])).toEqual(merged);
  });

  it('keeps the words of a replaced image, but not its point in focus', () => {
    const before = { name: 'a', alt: '', focalpoint: { x: 50, y: 50 } };
    const edited = { ...before, alt: 'A', focalpoint: { x: 1, y: 1 } };
    const now = { name: 'b', alt: '', focalpoint: { x: 50, y: 50 } };
    expect(withFile(edited, before, now, [])).toEqual({ ...now, alt: 'A' });
    expect(withFile({}, before, now, [])).toEqual(now);
  });

  it('puts the file into the item it belongs to', () => {
    const before = { ann: { id: 'ann' }, bob: { id: 'bob' } };
    const edited = { ann: { id: 'ann', name: 'Ann' }, bob: { id: 'bob' } };
    const now = { ...before, ann: { id: 'ann', photo: { name: 'a' } } };
    expect(withFile(edited, before, now, ['ann', 'photo'])).toEqual({
      ann: { id: 'ann', name: 'Ann', photo: { name: 'a' } },
      bob: { id: 'bob' },
    });
  });

  const state = reduceForm(openForm(['title', 'cover'], { id: 'x', title: 'A' }, '"1"'), {
    type: 'edited',
    property: 'title',
    value: 'B',
  });
  const object = { id: 'x', title: 'Changed elsewhere', cover: { name: 'a' } };

  it('stands on the new version and keeps its edits', () => {
    const next = reduceForm(state, { type: 'filed', keys: ['cover'], object, etag: '"2"', known: true });
    expect([next.etag, next.edits, next.base.cover]).toEqual(['"2"', { title: 'B' }, { name: 'a' }]);
  });

  it('applies nothing else unseen when another user has changed the object', () => {
    const next = reduceForm(state, { type: 'filed', keys: ['cover'], object, etag: '"2"', known: false });
    expect([next.etag, next.base]).toEqual(['"1"', { id: 'x', title: 'A', cover: { name: 'a' } }]);
  });
});

it('runs a save and an upload one after the other, also when one fails', async () => {
  const inTurn = createTurns();
  const order: string[] = [];
  const step = (name: string, fail = false) =>
    inTurn(async () => {
      order.push(`${name} begins`);
      await Promise.resolve();
      order.push(`${name} ends`);
      if (fail) throw new Error(name);
    });
  const first = step('save', true).catch(() => undefined);
  await Promise.all([first, step('upload')]);
  expect(order).toEqual(['save begins', 'save ends', 'upload begins', 'upload ends']);
});

describe('a depot', () => {
  const value: JsonObject = {
    files: [
      { name: 'b10.txt' },
      { name: 'b9.txt' },
      { name: 'x', mime: 'folder', files: [{ name: 'in.txt' }, { name: 'y', mime: 'folder', files: [] }] },
    ],
  };

  it('lists folders first, then files by name and number', () => {
    expect(entriesAt(value, [])?.map(({ name }) => name)).toEqual(['x', 'b9.txt', 'b10.txt']);
    expect(entriesAt(value, ['x'])?.map(({ name }) => name)).toEqual(['y', 'in.txt']);
    expect(entriesAt(value, ['gone'])).toBeUndefined();
    expect(foldersOf(value)).toEqual(['', 'x', 'x/y']);
    expect(filesInDepot(value)).toBe(3);
  });
});

it.each([
  [{ x: 50, y: 50 }, 1.5, 1, '50.00% 50.00%'],
  [{ x: 0, y: 0 }, 1.5, 1, '0.00% 50.00%'],
  [{ x: 40, y: 10 }, 1.5, 1, '20.00% 50.00%'],
  [{ x: 90, y: 90 }, 1, 16 / 9, '50.00% 100.00%'],
])(
  'shows the cut round %o of a image %f wide at %f as /imageworks cuts it',
  (point, image, cut, position) => {
    expect(positionFor(point, image, cut)).toBe(position);
  },
);

describe('files dropped on the window', () => {
  const property = (field: KindName, more: JsonObject = {}): PropertyOnWire => ({
    field,
    type: field,
    required: false,
    ...more,
  });
  const schema: SchemaDefinition = {
    id: 'page',
    name: 'Page',
    title: 'Page',
    description: '',
    requiredProperties: [],
    index: [],
    inheritFrom: [],
    reserved: false,
    properties: {
      cover: property('image'),
      scan: property('image', { settings: { rules: { filetype: ['image/png'] } } }),
      photos: property('gallery'),
      paper: property('file', { settings: { readonly: true } }),
      box: property('depot', { label: 'Downloads' }),
      title: property('text'),
    },
  };
  const places = (values: JsonObject, types: string[]) =>
    placesFor(dropPlaces(schema, openForm(Object.keys(schema.properties), values, 'tag')), types);
  const names = (values: JsonObject, types: string[]) =>
    places(values, types).map(({ property }) => property);

  it.each([
    ['a JPEG', ['image/jpeg'], ['cover', 'photos', 'box']],
    ['a PNG', ['image/png'], ['cover', 'scan', 'photos', 'box']],
    ['what the system knows no type of', [''], ['cover', 'scan', 'photos', 'box']],
    ['two pictures', ['image/jpeg', 'image/png'], ['photos', 'box']],
    ['a picture and a PDF', ['image/jpeg', 'application/pdf'], ['box']],
  ])('fit where the kind and the rules of a field take %s', (_what, types, fitting) => {
    expect(names({}, types)).toEqual(fitting);
  });

  it('need no confirmation only where one field takes them and nothing is replaced', () => {
    expect(meantPlace(places({}, ['application/pdf']))).toMatchObject({
      property: 'box',
      label: 'Downloads',
    });
    expect(meantPlace(places({}, ['image/png']))).toBeUndefined();
    const [cover] = places({ cover: { name: 'old.jpg' } }, ['image/jpeg']);
    expect(cover).toMatchObject({ holds: 'old.jpg' });
    expect(meantPlace(cover ? [cover] : [])).toBeUndefined();
  });
});
