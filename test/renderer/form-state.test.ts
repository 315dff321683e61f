/** The form’s machine: sequences of events and the state they lead to. */
import { describe, expect, it } from 'vitest';
import { differences } from '../../renderer/unsaved/differences';
import { openForm, reduceForm } from '../../renderer/unsaved/form';
import type { FormEdit, FormState } from '../../renderer/unsaved/form-state';
import {
  dirtyProperties,
  failingPaths,
  messagesAt,
  statusOf,
  strayMessages,
  valuesOf,
} from '../../renderer/unsaved/read-form';
import type { JsonObject, JsonValue } from '../../server/contract/values.js';

const PROPERTIES = ['id', 'title', 'tags', 'data', 'venue'];
const STORED: JsonObject = { id: 'walk', title: 'River', tags: ['a'], data: { x: 1 }, extra: 'kept' };

const edit = (property: string, value: JsonValue, problem?: string): FormEdit => ({
  type: 'edited',
  property,
  value,
  ...(problem === undefined ? {} : { problem }),
});
const saving: FormEdit = { type: 'saveStarted' };
const saved = (object: JsonObject, etag = 'v2'): FormEdit => ({ type: 'saved', object, etag, at: 1000 });
const stale = (object: JsonObject, etag = 'v9'): FormEdit => ({ type: 'stale', object, etag });
const refreshed = (object: JsonObject, etag: string): FormEdit => ({ type: 'refreshed', object, etag });

const restored = (edits: JsonObject, base: JsonObject, etag = 'v1'): FormEdit => ({
  type: 'restored',
  entry: { edits, base, problems: {}, etag, at: 0, version: 1 },
});

const run = (events: readonly FormEdit[], start: FormState = openForm(PROPERTIES, STORED, 'v1')): FormState =>
  events.reduce(reduceForm, start);

const sequences: [outcome: string, events: FormEdit[], status: string, edits: JsonObject][] = [
  ['starts clean', [], 'clean', {}],
  ['is dirty after an edit', [edit('title', 'Sea')], 'dirty', { title: 'Sea' }],
  ['is clean when the edit is undone by hand', [edit('title', 'Sea'), edit('title', 'River')], 'clean', {}],
  ['compares lists by what they hold', [edit('tags', ['b']), edit('tags', ['a'])], 'clean', {}],
  [
    'compares objects without their order',
    [edit('data', { y: 1, x: 1 }), edit('data', { x: 1 })],
    'clean',
    {},
  ],
  ['keeps null as the wish to remove', [edit('title', null)], 'dirty', { title: null }],
  ['knows that removing what is not there changes nothing', [edit('venue', null)], 'clean', {}],
  [
    'reverts one field',
    [edit('title', 'Sea'), edit('tags', []), { type: 'reverted', property: 'title' }],
    'dirty',
    { tags: [] },
  ],
  ['reverts all fields', [edit('title', 'Sea'), edit('tags', []), { type: 'revertedAll' }], 'clean', {}],
  ['is saving while the request runs', [edit('title', 'Sea'), saving], 'saving', { title: 'Sea' }],
  [
    'is saved when the answer comes',
    [edit('title', 'Sea'), saving, saved({ ...STORED, title: 'Sea' })],
    'saved',
    {},
  ],
  [
    'takes what the server made of a value',
    [edit('title', ' Sea '), saving, saved({ ...STORED, title: 'Sea' })],
    'saved',
    {},
  ],
  [
    'keeps what was typed during the save',
    [edit('title', 'Sea'), saving, edit('title', 'Seaside'), saved({ ...STORED, title: 'Sea' })],
    'dirty',
    { title: 'Seaside' },
  ],
  [
    'keeps another field typed during the save',
    [edit('title', 'Sea'), saving, edit('tags', ['b']), saved({ ...STORED, title: 'Sea' })],
    'dirty',
    { tags: ['b'] },
  ],
  [
    'keeps a field taken back during the save as an edit of the new version',
    [edit('title', 'Sea'), saving, edit('title', 'River'), saved({ ...STORED, title: 'Sea' })],
    'dirty',
    { title: 'River' },
  ],
  [
    'stays dirty when the network fails',
    [edit('title', 'Sea'), saving, { type: 'failed', failure: { message: 'gone' } }],
    'failed',
    { title: 'Sea' },
  ],
  [
    'stays dirty when the save is refused',
    [edit('title', ''), saving, { type: 'refused', message: 'no', details: { title: ['is required'] } }],
    'failed',
    { title: '' },
  ],
  ['follows the folder while it is clean', [refreshed({ ...STORED, title: 'Hill' }, 'v5')], 'clean', {}],
  [
    'warns when the folder changes a field under its edit',
    [edit('tags', []), refreshed({ ...STORED, tags: ['z'] }, 'v5')],
    'conflict',
    { tags: [] },
  ],
  [
    'takes over what the folder changes in other fields than the edits',
    [edit('tags', []), refreshed({ ...STORED, title: 'Hill' }, 'v5')],
    'dirty',
    { tags: [] },
  ],
  [
    'is clean when the folder changes a field to what was typed',
    [edit('title', 'Sea'), refreshed({ ...STORED, title: 'Sea' }, 'v5')],
    'clean',
    {},
  ],
  [
    'does not take its own save for an outside change',
    [
      edit('title', 'Sea'),
      saving,
      refreshed({ ...STORED, title: 'Sea' }, 'v2'),
      saved({ ...STORED, title: 'Sea' }),
    ],
    'saved',
    {},
  ],
  [
    'has a conflict when the save meets a newer version',
    [edit('title', 'Sea'), saving, stale({ ...STORED, title: 'Hill' })],
    'conflict',
    { title: 'Sea' },
  ],
  [
    'is deleted when the object is gone',
    [edit('title', 'Sea'), { type: 'gone', whileSaving: false }],
    'deleted',
    { title: 'Sea' },
  ],
  [
    'comes back when a deleted object is there again',
    [{ type: 'gone', whileSaving: false }, refreshed(STORED, 'v1')],
    'clean',
    {},
  ],
  [
    'restores edits of an earlier sitting',
    [restored({ title: 'Sea', tags: ['a'] }, { title: 'River', tags: ['a'] })],
    'dirty',
    { title: 'Sea' },
  ],
  [
    'restores edits of an older version where others changed other fields',
    [restored({ title: 'Sea' }, { title: 'River' }, 'v0')],
    'dirty',
    { title: 'Sea' },
  ],
  [
    'asks when a restored edit and the newer version changed the same field',
    [restored({ title: 'Sea' }, { title: 'Brook' }, 'v0')],
    'conflict',
    { title: 'Sea' },
  ],
  [
    'asks when it is not known what a restored edit was made on',
    [restored({ title: 'Sea', venue: 'Quay' }, {}, 'v0')],
    'conflict',
    { title: 'Sea', venue: 'Quay' },
  ],
  [
    'takes changes of the same version for made on what is stored',
    [restored({ title: 'Sea', venue: 'Quay' }, {})],
    'dirty',
    { title: 'Sea', venue: 'Quay' },
  ],
  [
    'keeps what was typed since above what is restored',
    [edit('title', 'Lake'), restored({ title: 'Sea', venue: 'Quay' }, { title: 'Brook', venue: null }, 'v0')],
    'dirty',
    { title: 'Lake', venue: 'Quay' },
  ],
  [
    'goes on asking when the same version is read again after a restore',
    [restored({ title: 'Sea' }, { title: 'Brook' }, 'v0'), refreshed(STORED, 'v1')],
    'conflict',
    { title: 'Sea' },
  ],
  [
    'follows the newer version when a restored conflict is reverted',
    [restored({ title: 'Sea' }, { title: 'Brook' }, 'v0'), { type: 'revertedAll' }],
    'clean',
    {},
  ],
];

it.each(sequences)('%s', (_outcome, events, status, edits) => {
  const state = run(events);
  expect(state.edits).toEqual(edits);
  expect(statusOf(state)).toBe(status);
});

describe('a conflict', () => {
  const theirs = { id: 'walk', title: 'Hill', tags: ['z'], data: { x: 1 }, extra: 'kept' };
  const conflict = [edit('title', 'Sea'), edit('data', { x: 2 }), saving, stale(theirs)];

  it('tells who changed what, both first', () => {
    expect(differences(run(conflict)).map(({ property, changedBy }) => [property, changedBy])).toEqual([
      ['title', 'both'],
      ['data', 'me'],
      ['tags', 'them'],
    ]);
  });

  it('omits the dates the system writes and what both made the same', () => {
    const same = { ...theirs, title: 'Sea', modified: '2026-01-01T00:00:00Z' };
    const state = run([edit('title', 'Sea'), edit('tags', []), saving, stale(same)]);
    expect(differences(state).map(({ property }) => property)).toEqual(['tags']);
  });

  it('kept mine, puts my edits on their version and keeps their other changes', () => {
    const state = run([...conflict, { type: 'resolved', choice: 'mine' }]);
    expect(state.edits).toEqual({ title: 'Sea', data: { x: 2 } });
    expect(state.etag).toBe('v9');
    expect(valuesOf(state)).toEqual({ ...theirs, title: 'Sea', data: { x: 2 } });
    expect(statusOf(state)).toBe('dirty');
  });

  it('taken theirs, drops my edits', () => {
    const state = run([...conflict, { type: 'resolved', choice: 'theirs' }]);
    expect(state.edits).toEqual({});
    expect(valuesOf(state)).toEqual(theirs);
  });

  it('can be decided field by field', () => {
    const state = run([...conflict, { type: 'resolved', choice: 'mine', picks: { title: 'theirs' } }]);
    expect(state.edits).toEqual({ data: { x: 2 } });
    expect(valuesOf(state).title).toBe('Hill');
  });

  it('put off, stays a conflict and can be asked for again', () => {
    const off = run([...conflict, { type: 'choicePutOff' }]);
    expect([off.mustChoose, statusOf(off)]).toEqual([false, 'conflict']);
    expect(run([{ type: 'choiceAsked' }], off).mustChoose).toBe(true);
  });
});

describe('messages', () => {
  const refused = run([
    edit('title', ''),
    saving,
    {
      type: 'refused',
      message: 'no',
      details: {
        title: ['is required'],
        'venue.street': ['is too long'],
        'photos[2].alt': ['is required'],
        '': ['All wrong'],
      },
    },
  ]);

  it('stand at their field, nested ones at the property they are in', () => {
    expect(messagesAt(refused, 'title')).toEqual(['is required']);
    expect(messagesAt(refused, 'venue')).toEqual(['street: is too long']);
    expect(failingPaths(refused)).toEqual(['title', 'venue.street']);
  });

  it('of fields the form does not know go to the summary', () => {
    expect(strayMessages(refused)).toEqual(['photos[2].alt: is required', 'All wrong']);
  });

  it('go away when their field is edited, the others stay', () => {
    const state = run([edit('title', 'x')], refused);
    expect(failingPaths(state)).toEqual(['venue.street']);
  });
});

describe('a problem', () => {
  it('keeps the half-typed value as an edit with its reason', () => {
    const state = run([edit('data', '{"x":', 'is not valid JSON')]);
    expect(state.edits).toEqual({ data: '{"x":' });
    expect(messagesAt(state, 'data')).toEqual(['is not valid JSON']);
  });

  it('is over when the value is sound again', () => {
    const state = run([edit('data', '{"x":', 'is not valid JSON'), edit('data', { x: 1 })]);
    expect([state.edits, state.problems]).toEqual([{}, {}]);
  });

  it('survives a save of the other fields that was under way', () => {
    const state = run([
      edit('title', 'Sea'),
      saving,
      edit('data', '{', 'half'),
      saved({ ...STORED, title: 'Sea' }),
    ]);
    expect(state.edits).toEqual({ data: '{' });
    expect(state.problems).toEqual({ data: 'half' });
  });
});

describe('a new object', () => {
  const fresh = openForm(PROPERTIES, { title: 'Untitled' });

  it('sends only what differs from the defaults it shows', () => {
    expect(run([edit('title', 'Untitled'), edit('tags', ['a'])], fresh).edits).toEqual({ tags: ['a'] });
  });

  it('is not dirty by the values alone that its form was opened with, which are sent with others', () => {
    const start = openForm(PROPERTIES, { title: 'Untitled' }, undefined, undefined, {
      venue: 'Quay',
      title: 'Untitled',
    });
    expect([start.edits, statusOf(start)]).toEqual([{ venue: 'Quay' }, 'clean']);
    const typed = run([edit('tags', ['a'])], start);
    expect([typed.edits, statusOf(typed)]).toEqual([{ venue: 'Quay', tags: ['a'] }, 'dirty']);
    expect(statusOf(run([edit('venue', 'Pier')], start))).toBe('dirty');
    expect(statusOf(run([edit('tags', ['a']), { type: 'reverted', property: 'tags' }], start))).toBe('clean');
  });

  it('is an existing one after the save', () => {
    const state = run(
      [edit('tags', ['a']), saving, saved({ id: 'untitled', title: 'Untitled', tags: ['a'] })],
      fresh,
    );
    expect([state.isNew, state.etag, state.edits]).toEqual([false, 'v2', {}]);
  });

  it('is made of everything shown when a deleted one is created again', () => {
    const state = run([edit('title', 'Sea'), { type: 'gone', whileSaving: true }, { type: 'madeNew' }]);
    expect(state.isNew).toBe(true);
    expect(state.edits).toEqual({ ...STORED, title: 'Sea' });
  });
});

it('after a restored conflict, the choice is made on the version now stored', () => {
  const asked = run([restored({ title: 'Sea', venue: 'Quay' }, { title: 'Brook', venue: null }, 'v0')]);
  expect(asked.mustChoose).toBe(true);
  expect(differences(asked).map(({ property, changedBy }) => [property, changedBy])).toEqual([
    ['title', 'both'],
    ['venue', 'me'],
  ]);
  const kept = run([{ type: 'resolved', choice: 'mine', picks: { title: 'theirs' } }], asked);
  expect([kept.edits, kept.etag, kept.base]).toEqual([{ venue: 'Quay' }, 'v1', STORED]);
});

it('names dirty properties in the order of the form', () => {
  expect(dirtyProperties(run([edit('venue', 'Quay'), edit('title', 'Sea')]))).toEqual(['title', 'venue']);
});

it('is not polluted by hostile property names', () => {
  const state = run([edit('__proto__', { polluted: true }), edit('constructor', 'x')]);
  expect(Object.keys(state.edits)).toEqual(['__proto__', 'constructor']);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});
