/** Merging a newer version into a form, by the kinds of its fields. */
import { describe, expect, it } from 'vitest';
import { differences } from '../../renderer/unsaved/differences';
import { openForm, reduceForm } from '../../renderer/unsaved/form';
import type { FormEdit, FormState } from '../../renderer/unsaved/form-state';
import { valuesOf } from '../../renderer/unsaved/read-form';
import type { MergeFields } from '../../server/contract/merge/rules.js';
import type { JsonObject, JsonValue } from '../../server/contract/values.js';

const RULES: Record<string, ReturnType<MergeFields>> = {
  title: { rule: 'value' },
  notes: { rule: 'words' },
  body: { rule: 'html' },
  tags: { rule: 'set' },
  stops: { rule: 'deck', part: () => () => ({ rule: 'value' }) },
};

const STORED: JsonObject = {
  id: 'walk',
  title: 'River',
  notes: 'One.\nTwo.\n',
  body: '<p>One.</p><p>Two.</p>',
  tags: ['a'],
  stops: { quay: { name: 'Quay', time: '9' } },
};

const edit = (property: string, value: JsonValue): FormEdit => ({ type: 'edited', property, value });
const newer = (changes: JsonObject): FormEdit => ({
  type: 'refreshed',
  object: { ...STORED, ...changes },
  etag: 'v2',
});
const run = (...events: FormEdit[]): FormState =>
  events.reduce(
    reduceForm,
    openForm(Object.keys(STORED), STORED, 'v1', (name) => RULES[name]),
  );

const merges: [what: string, property: string, mine: JsonValue, theirs: JsonValue, merged: JsonValue][] = [
  ['paragraphs', 'body', '<p>One!</p><p>Two.</p>', '<p>One.</p><p>Two?</p>', '<p>One!</p><p>Two?</p>'],
  [
    'words of a paragraph',
    'body',
    '<p>One, at last.</p><p>Two.</p>',
    '<h2>Now: One.</h2><p>Two.</p>',
    '<h2>Now: One, at last.</h2><p>Two.</p>',
  ],
  ['words of a line', 'notes', 'One, at last.\nTwo.\n', 'Now: One.\nTwo!\n', 'Now: One, at last.\nTwo!\n'],
  ['entries of lists', 'tags', ['a', 'mine'], ['theirs'], ['mine', 'theirs']],
  [
    'fields of one item of a deck',
    'stops',
    { quay: { name: 'Old quay', time: '9' } },
    { quay: { name: 'Quay', time: '10' } },
    { quay: { name: 'Old quay', time: '10' } },
  ],
];

describe('a newer version', () => {
  it.each(merges)('is merged into the form: %s', (_what, property, mine, theirs, merged) => {
    const state = run(edit(property, mine), newer({ [property]: theirs }));
    expect(state.outside).toBeUndefined();
    expect(state.etag).toBe('v2');
    const value = valuesOf(state)[property];
    expect(Array.isArray(value) ? [...value].sort() : value).toEqual(merged);
  });

  it('that changes other fields is taken over, and the form says which', () => {
    const state = run(edit('title', 'Sea'), newer({ tags: ['b'] }));
    expect(Object.keys(state.merged ?? {})).toEqual(['tags']);
    expect(valuesOf(state)).toEqual({ ...STORED, title: 'Sea', tags: ['b'] });
    const back = reduceForm(state, { type: 'unmerged' });
    expect(back).toMatchObject({ merged: undefined, etag: 'v2', edits: { title: 'Sea', tags: ['a'] } });
  });

  it('is followed without a word by a form without edits', () => {
    expect(run(newer({ tags: ['b'] })).merged).toBeUndefined();
  });

  it('that contradicts an edit has to be decided, and all else is merged then', () => {
    const state = run(
      edit('title', 'Mine'),
      edit('tags', ['a', 'mine']),
      newer({ title: 'Theirs', tags: ['a', 'theirs'], notes: 'Theirs' }),
    );
    expect(differences(state).map(({ property, changedBy }) => [property, changedBy])).toEqual([
      ['title', 'both'],
      ['tags', 'merged'],
      ['notes', 'them'],
    ]);
    const decided = reduceForm(state, { type: 'resolved', choice: 'mine', picks: { title: 'theirs' } });
    expect(decided.etag).toBe('v2');
    expect(valuesOf(decided)).toMatchObject({ title: 'Theirs', notes: 'Theirs' });
    expect([...(valuesOf(decided).tags as string[])].sort()).toEqual(['a', 'mine', 'theirs']);
  });

  it('can be used as a whole instead of all edits', () => {
    const state = run(edit('title', 'Mine'), edit('tags', ['mine']), newer({ title: 'Theirs' }));
    const decided = reduceForm(state, { type: 'resolved', choice: 'theirs' });
    expect([decided.edits, decided.base.title]).toEqual([{}, 'Theirs']);
  });

  it.each([
    ['body', '<p>One!</p><p>Two.</p>', '<p>One?</p><p>Two.</p>', '<p>One?!</p><p>Two.</p>'],
    ['body', '<p>My One.</p><p>Two.</p>', '<p>Their One.</p><p>Two?</p>', '<p>Their My One.</p><p>Two?</p>'],
    ['body', '<p>Mine</p><p>Two.</p>', '<p>Theirs</p><p>Two.</p>', '<p>Theirs</p><p>Mine</p><p>Two.</p>'],
    // Both made a link of it, which cannot be in each other.
    [
      'body',
      '<p><a href="/m">One</a>.</p><p>Two.</p>',
      '<p><a href="/t">One.</a></p><p>Two.</p>',
      '<p><a href="/t">One.</a></p><p><a href="/m">One</a>.</p><p>Two.</p>',
    ],
    ['notes', 'One!\nTwo.\n', 'One?\nTwo.\n', 'One?!\nTwo.\n'],
    ['notes', 'One.\nMine', 'One.\nTheirs', 'One.\nTheirs\nMine'],
    ['notes', 'One.\nTwo, mine.\n', 'One, and?\nTwo, theirs.\n', 'One, and?\nTwo, theirs, mine.\n'],
  ])('leaves both texts in %s on request, what they share once', (property, mine, theirs, both) => {
    const state = run(edit(property, mine), newer({ [property]: theirs }));
    expect(state.outside?.kind).toBe('changed');
    const decided = reduceForm(state, { type: 'resolved', choice: 'mine', picks: { [property]: 'both' } });
    expect(valuesOf(decided)[property]).toBe(both);
  });
});
