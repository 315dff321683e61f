/** Carrying a form to the server: what is asked, and what each answer makes of the form. */
import { describe, expect, it } from 'vitest';
import { ApiError, UNREACHABLE } from '../../renderer/api/client';
import { openForm } from '../../renderer/unsaved/form';
import { createFormStore, type FormStore } from '../../renderer/unsaved/form-store';
import { messagesAt, statusOf } from '../../renderer/unsaved/read-form';
import { type FormRequests, saveForm } from '../../renderer/unsaved/save-form';
import type { JsonObject } from '../../server/contract/values.js';

const STORED = { id: 'walk', title: 'River' };

/** A server of one object that checks If-Match; `answer` can refuse. */
function server(start: JsonObject | undefined, answer: () => void = () => undefined) {
  let object = start;
  let version = 1;
  const asked: [verb: string, body?: JsonObject, ifMatch?: string][] = [];
  const tag = () => `v${version}`;
  const current = () => {
    if (object === undefined) throw new ApiError(404, 'No such object');
    return { object, etag: tag() };
  };
  const requests: FormRequests = {
    async create(body) {
      asked.push(['create', body]);
      answer();
      object = { id: 'new', ...body };
      return current();
    },
    async change(body, ifMatch) {
      asked.push(['change', body, ifMatch ?? '']);
      answer();
      const { object: stored } = current();
      if (ifMatch !== tag()) throw new ApiError(412, 'Changed meanwhile');
      version += 1;
      object = { ...stored, ...body };
      return current();
    },
    async read() {
      asked.push(['read']);
      return current();
    },
    now: () => 5000,
  };
  return {
    requests,
    asked,
    outside(next: JsonObject | undefined) {
      object = next;
      version += 1;
    },
  };
}

function editing(edits: JsonObject, isNew = false): FormStore {
  const store = createFormStore(
    isNew ? openForm(['id', 'title', 'data'], {}) : openForm(['id', 'title', 'data'], STORED, 'v1'),
  );
  for (const [property, value] of Object.entries(edits)) store.dispatch({ type: 'edited', property, value });
  return store;
}

describe('a save', () => {
  it('sends only what has changed, with the version it was made on', async () => {
    const { requests, asked } = server(STORED);
    const store = editing({ data: { x: 1 } });
    expect(await saveForm(store, requests)).toBe('saved');
    expect(asked).toEqual([['change', { data: { x: 1 } }, 'v1']]);
    expect(store.get().etag).toBe('v2');
    expect(store.get().savedAt).toBe(5000);
  });

  it('asks nothing when nothing has changed', async () => {
    const { requests, asked } = server(STORED);
    expect(await saveForm(editing({}), requests)).toBe('nothing');
    expect(asked).toEqual([]);
  });

  it('creates a new object even when nothing was typed: the server says what is missing', async () => {
    const { requests, asked } = server(undefined);
    expect(await saveForm(editing({}, true), requests)).toBe('saved');
    expect(asked).toEqual([['create', {}]]);
  });

  it('sends nothing while a value cannot be saved as it stands', async () => {
    const { requests, asked } = server(STORED);
    const store = editing({ title: 'Sea' });
    store.dispatch({ type: 'edited', property: 'data', value: '{', problem: 'is not valid JSON' });
    expect(await saveForm(store, requests)).toBe('refused');
    expect(asked).toEqual([]);
  });

  it('puts the messages of a rejection at their fields', async () => {
    const { requests } = server(STORED, () => {
      throw new ApiError(422, 'Not valid', { title: ['is required'] });
    });
    const store = editing({ title: '' });
    expect(await saveForm(store, requests)).toBe('refused');
    expect(messagesAt(store.get(), 'title')).toEqual(['is required']);
    expect(store.get().edits).toEqual({ title: '' });
  });

  it('fetches the newer version when its own is stale', async () => {
    const { requests, outside, asked } = server(STORED);
    const store = editing({ title: 'Sea' });
    outside({ ...STORED, title: 'Hill' });
    expect(await saveForm(store, requests)).toBe('conflict');
    expect(asked.map(([verb]) => verb)).toEqual(['change', 'read']);
    expect(store.get().mustChoose).toBe(true);

    store.dispatch({ type: 'resolved', choice: 'mine' });
    expect(await saveForm(store, requests)).toBe('saved');
    expect(store.get().base).toEqual({ ...STORED, title: 'Sea' });
  });

  it('asks instead of sending while a conflict that is known is not decided', async () => {
    const { requests, asked } = server(STORED);
    const store = editing({});
    const entry = {
      edits: { title: 'Sea' },
      base: { title: 'Brook' },
      problems: {},
      etag: 'v0',
      at: 0,
      version: 1,
    };
    store.dispatch({ type: 'restored', entry });
    store.dispatch({ type: 'choicePutOff' });
    expect(await saveForm(store, requests)).toBe('conflict');
    expect(asked).toEqual([]);
    expect(store.get().mustChoose).toBe(true);
  });

  it('saves on top of a version that changed other fields, however often', async () => {
    const { requests, outside, asked } = server(STORED, () => {
      if (asked.length < 5) outside({ ...STORED, data: { turn: asked.length } });
    });
    const store = editing({ title: 'Sea' });
    expect(await saveForm(store, requests)).toBe('saved');
    expect(store.get().base).toEqual({ ...STORED, data: { turn: 3 }, title: 'Sea' });
  });

  it('gives up on an object that never stops changing, and keeps the edits', async () => {
    const { requests, outside, asked } = server(STORED, () => outside({ ...STORED, data: asked.length }));
    const store = editing({ title: 'Sea' });
    expect(await saveForm(store, requests)).toBe('failed');
    expect(asked.length).toBeLessThan(12);
    expect(store.get().edits).toEqual({ title: 'Sea' });
  });

  it('finds out that the object is gone, and can create it again', async () => {
    const { requests, outside, asked } = server(STORED);
    const store = editing({ title: 'Sea' });
    outside(undefined);
    expect(await saveForm(store, requests)).toBe('deleted');
    expect(statusOf(store.get())).toBe('deleted');

    store.dispatch({ type: 'madeNew' });
    expect(await saveForm(store, requests)).toBe('saved');
    expect(asked.at(-1)).toEqual(['create', { id: 'walk', title: 'Sea' }]);
  });

  it.each([
    ['no answer', new ApiError(UNREACHABLE, 'Could not reach Plinth'), undefined],
    ['a fault of the server', new ApiError(500, 'Internal error', {}, { requestId: 'req-7' }), 'req-7'],
    ['anything unexpected', new TypeError('boom'), undefined],
  ])('keeps the edits after %s and can be tried again', async (_what, error, requestId) => {
    let broken = true;
    const { requests } = server(STORED, () => {
      if (broken) throw error;
    });
    const store = editing({ title: 'Sea' });
    expect(await saveForm(store, requests)).toBe('failed');
    expect(store.get().failure?.requestId).toBe(requestId);
    expect(store.get().edits).toEqual({ title: 'Sea' });
    broken = false;
    expect(await saveForm(store, requests)).toBe('saved');
    expect(store.get().failure).toBeUndefined();
  });
});
