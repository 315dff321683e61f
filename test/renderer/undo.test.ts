/** Undo and redo over a form. */
import { describe, expect, it } from 'vitest';
import { openForm } from '../../renderer/unsaved/form';
import { createFormStore } from '../../renderer/unsaved/form-store';
import { partStore } from '../../renderer/unsaved/part-store';
import { valuesOf } from '../../renderer/unsaved/read-form';
import { withUndo } from '../../renderer/unsaved/undo';
import type { JsonObject, JsonValue } from '../../server/contract/values.js';

const STORED: JsonObject = {
  id: 'walk',
  title: 'River',
  tags: ['a'],
  stops: { one: { name: 'A' }, two: { name: 'B' } },
};

function opened(stored = STORED) {
  const clock = { now: 0 };
  const store = withUndo(createFormStore(openForm(Object.keys(stored), stored, 'v1')), () => clock.now);
  const type = (property: string, value: JsonValue, after = 2_000) => {
    clock.now += after;
    store.dispatch({ type: 'edited', property, value });
  };
  return { store, type, clock, values: () => valuesOf(store.get()) };
}

describe('undo', () => {
  it('takes steps over several fields back and forth, and names the field', () => {
    const { store, type, values } = opened();
    type('title', 'Sea');
    type('tags', ['a', 'b']);
    expect(store.undo()).toBe('tags');
    expect(values()).toEqual({ ...STORED, title: 'Sea' });
    expect(store.undo()).toBe('title');
    expect(store.get().edits).toEqual({});
    expect(store.undo()).toBeUndefined();
    expect([store.redo(), store.redo(), store.redo()]).toEqual(['title', 'tags', undefined]);
    expect(values()).toEqual({ ...STORED, title: 'Sea', tags: ['a', 'b'] });
  });

  it('joins text typed without a pause in one field', () => {
    const { store, type } = opened();
    for (const title of ['S', 'Se', 'Sea']) type('title', title, 200);
    type('title', 'Seas');
    store.undo();
    expect(store.get().edits).toEqual({ title: 'Sea' });
    store.undo();
    expect(store.get().edits).toEqual({});
  });

  it('keeps choices and moves of items apart, however quick', () => {
    const { store, type, values } = opened();
    type('stops', { two: { name: 'B' }, one: { name: 'A' } }, 10);
    type('stops', { two: { name: 'B' } }, 10);
    store.undo();
    expect(Object.keys(values().stops ?? {})).toEqual(['two', 'one']);
    store.undo();
    expect(Object.keys(values().stops ?? {})).toEqual(['one', 'two']);
  });

  it('takes back typing inside an item of a deck', () => {
    const { store } = opened();
    const item = partStore(store, { property: 'stops', item: 'two' });
    item.dispatch({ type: 'edited', property: 'name', value: 'C' });
    expect(store.undo()).toBe('stops.two.name');
    expect(store.get().edits).toEqual({});
  });

  it('does not put back what an editor has undone itself', () => {
    const { store, type } = opened();
    type('tags', ['b']);
    type('title', 'Sea');
    type('title', 'Seaside');
    // The editor of the text takes back both of its steps.
    type('title', 'Sea', 10);
    type('title', 'River', 10);
    expect(store.undo()).toBe('tags');
    expect(store.get().edits).toEqual({});
  });

  it('works after a save: the form is changed again', () => {
    const { store, type } = opened();
    type('title', 'Sea');
    store.dispatch({ type: 'saveStarted' });
    store.dispatch({ type: 'saved', object: { ...STORED, title: 'Sea' }, etag: 'v2', at: 1 });
    store.undo();
    expect(store.get().edits).toEqual({ title: 'River' });
    store.redo();
    expect(store.get().edits).toEqual({});
  });

  it('forgets steps of fields that others have changed', () => {
    const { store, type } = opened();
    type('tags', ['b']);
    type('title', 'Sea');
    store.dispatch({ type: 'reverted', property: 'title' });
    store.dispatch({ type: 'refreshed', object: { ...STORED, title: 'Hill' }, etag: 'v2' });
    expect([store.undo(), store.undo()]).toEqual(['tags', undefined]);
    expect(store.get().base.title).toBe('Hill');
  });

  it('takes back a revert of everything as one step', () => {
    const { store, type } = opened();
    type('title', 'Sea');
    type('tags', []);
    store.dispatch({ type: 'revertedAll' });
    store.undo();
    expect(store.get().edits).toEqual({ title: 'Sea', tags: [] });
  });

  it('brings back half-typed values with their problems', () => {
    const { store, clock } = opened();
    store.dispatch({ type: 'edited', property: 'data', value: '{"x":', problem: 'is not JSON' });
    clock.now = 5_000;
    store.dispatch({ type: 'edited', property: 'data', value: { x: 1 } });
    store.undo();
    expect(store.get()).toMatchObject({ edits: { data: '{"x":' }, problems: { data: 'is not JSON' } });
    store.undo();
    expect(store.get()).toMatchObject({ edits: {}, problems: {} });
  });

  it('ends the steps forward with a new change', () => {
    const { store, type } = opened();
    type('title', 'Sea');
    store.undo();
    type('tags', []);
    expect(store.canRedo()).toBe(false);
  });

  it('keeps 200 steps', () => {
    const { store, type } = opened();
    for (let n = 0; n < 250; n += 1) type('title', `Title ${n}`);
    let count = 0;
    while (store.undo() !== undefined) count += 1;
    expect(count).toBe(200);
  });
});
