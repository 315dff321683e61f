/** Changes of a schema document in the builder: what is meant changes, everything else stays. */
import { describe, expect, it } from 'vitest';
import { draftDefinition } from '../../renderer/pages/schemas/builder/draft-definition.js';
import { reduceHistory, startHistory } from '../../renderer/pages/schemas/builder/history.js';
import { foundKinds, KIND_GROUPS } from '../../renderer/pages/schemas/builder/kinds';
import { linesOf, optionsFrom } from '../../renderer/pages/schemas/builder/option-lines.js';
import {
  freeName,
  nameFrom,
  nameProblem,
  renamings,
  withGroupKey,
  withListed,
  withName,
  withoutProperty,
  withPropertyKey,
} from '../../renderer/pages/schemas/builder/schema-edit.js';
import type { SchemaDefinition } from '../../server/contract/schemas.js';
import { KIND_NAMES } from '../../server/contract/schemas.js';
import type { JsonObject } from '../../server/contract/values.js';

const document: JsonObject = {
  id: 'event',
  'x-own': { kept: true },
  properties: {
    id: { field: 'id' },
    title: { field: 'text', label: 'Title', 'x-note': 1 },
    venue: { field: 'text', settings: { visibility: { watch: 'title', value: 'x' } } },
  },
  required: ['id', 'title'],
  index: ['id', 'title'],
  formgrid: 'title venue',
};
const propertiesOf = (one: JsonObject) => Object.keys(Object(one.properties));

describe('a schema document', () => {
  it('keeps its order and unknown keys when a property gets another name, and so do those that mention it', () => {
    const next = withName(document, 'title', 'name', true);
    expect(propertiesOf(next)).toEqual(['id', 'name', 'venue']);
    expect(next).toMatchObject({
      'x-own': { kept: true },
      properties: {
        name: { label: 'Title', 'x-note': 1, formerly: ['title'] },
        venue: { settings: { visibility: { watch: 'name', value: 'x' } } },
      },
      required: ['id', 'name'],
      index: ['id', 'name'],
      formgrid: 'name venue',
    });
    expect(renamings(document, next)).toEqual([{ from: 'title', to: 'name' }]);
    expect(renamings(document, withName(next, 'name', 'headline', false))).toEqual([
      { from: 'title', to: 'headline' },
    ]);
    expect(renamings(undefined, next)).toEqual([]);
  });

  it('takes a name back', () => {
    const back = withName(withName(document, 'title', 'name', true), 'name', 'title', false);
    expect(Object(Object(back.properties).title).formerly).toEqual(['title']);
    expect(renamings(document, back)).toEqual([]);
  });

  it('loses a property everywhere it is named', () => {
    expect(withoutProperty(document, 'title')).toMatchObject({
      required: ['id'],
      index: ['id'],
      formgrid: 'venue',
    });
    expect(propertiesOf(withoutProperty(document, 'title'))).toEqual(['id', 'venue']);
  });

  it('gets and loses keys, settings and places in lists', () => {
    const named = withPropertyKey(document, 'title', 'help', 'Short.');
    expect(named.properties).toMatchObject({ title: { help: 'Short.', 'x-note': 1 } });
    expect(withPropertyKey(named, 'title', 'help', undefined)).toEqual(document);
    const set = withGroupKey(document, 'title', 'settings', 'autogen', 'x');
    expect(set.properties).toMatchObject({ title: { settings: { autogen: 'x' } } });
    expect(withGroupKey(set, 'title', 'settings', 'autogen', undefined)).toEqual(document);
    expect(withListed(document, 'index', 'venue', true).index).toEqual(['id', 'title', 'venue']);
    expect(withListed(document, 'required', 'title', false).required).toEqual(['id']);
    expect(withListed(document, 'required', 'title', true)).toBe(document);
  });

  it.each([
    ['First name', 'firstName'],
    ['Crème brûlée', 'cremeBrulee'],
    ['2nd line', ''],
    ['', ''],
  ])('names a property after the label %j', (label, name) => {
    expect(nameFrom(label)).toBe(name);
  });

  it('finds free names and says what is wrong with others', () => {
    expect(freeName(['text', 'Text2'], 'text')).toBe('text3');
    expect(freeName([], '9')).toBe('property');
    expect(freeName([], 'created')).toBe('property');
    expect(nameProblem('a b', [])).toContain('letters');
    expect(nameProblem('__proto__', [])).toContain('letters');
    expect(nameProblem('modified', [])).toContain('reserved');
    expect(nameProblem('title', ['title'])).toContain('already exists');
    expect(nameProblem('', [])).toContain('Enter');
    expect(nameProblem('fine', ['title'])).toBeUndefined();
  });
});

describe('options as lines', () => {
  it.each([
    [
      ['a', 'b'],
      ['a', 'b'],
    ],
    [
      [{ value: 'a', label: 'A' }, 2, true],
      ['a | A', '2', 'true'],
    ],
    [undefined, []],
    [{ Group: ['a'] }, undefined],
    [[{ value: 'a', label: 'A', icon: 'x' }], undefined],
  ])('of %j are %j', (options, lines) => expect(linesOf(options)).toEqual(lines));

  it('keep numbers and switches that were numbers and switches', () => {
    expect(optionsFrom(['2', 'true', ' c | C ', '', 'd|d'], [1, 2, true])).toEqual([
      2,
      true,
      { value: 'c', label: 'C' },
      'd',
    ]);
  });
});

describe('the way back', () => {
  const [one, two, three]: JsonObject[] = [{ n: 1 }, { n: 2 }, { n: 3 }];
  const changed = (doc: JsonObject, about?: string) =>
    ({ type: 'changed', document: doc, ...(about === undefined ? {} : { about }) }) as const;

  it('takes steps back and forth, and forgets what was undone once something else is done', () => {
    let history = startHistory(one ?? {});
    history = reduceHistory(reduceHistory(history, changed(two ?? {})), changed(three ?? {}));
    history = reduceHistory(reduceHistory(history, { type: 'undone' }), { type: 'undone' });
    expect(history.present).toBe(one);
    expect(reduceHistory(history, { type: 'undone' })).toBe(history);
    history = reduceHistory(history, { type: 'redone' });
    expect(history.present).toBe(two);
    history = reduceHistory(history, changed(one ?? {}));
    expect(history.future).toEqual([]);
  });

  it('takes letters typed into one field for one step', () => {
    let history = startHistory(one ?? {});
    for (const next of [two, three]) history = reduceHistory(history, changed(next ?? {}, 'label'));
    expect(reduceHistory(history, { type: 'undone' }).present).toBe(one);
  });
});

describe('the kinds on offer', () => {
  it('are all there are, each once', () => {
    const offered = KIND_GROUPS.flatMap(({ kinds }) => kinds.map(({ kind }) => kind));
    expect(offered.toSorted()).toEqual([...KIND_NAMES].sort());
  });

  it('are found by what they are for', () => {
    const found = (words: string) => foundKinds(words).flatMap(({ kinds }) => kinds.map(({ kind }) => kind));
    expect(found('repeater')).toEqual(['deck']);
    expect(found('relation menu')).toEqual(['select', 'multiselect']);
    expect(found('nothing like that')).toEqual([]);
  });
});

describe('a document being edited', () => {
  const parent: SchemaDefinition = {
    id: 'seo',
    name: 'seo',
    title: 'Seo',
    description: '',
    properties: {
      id: { type: 'slug', field: 'id', required: true },
      metaTitle: { type: 'string', field: 'text', required: false },
    },
    requiredProperties: ['id'],
    index: ['id'],
    inheritFrom: [],
    reserved: false,
  };

  it('is drawn with what it inherits, its own properties winning', () => {
    const draft = draftDefinition({ ...document, inheritFrom: ['seo'] }, [parent], {});
    expect(Object.keys(draft.properties)).toEqual(['id', 'metaTitle', 'title', 'venue']);
    expect(draft.properties.metaTitle?.inheritedFrom).toBe('seo');
    expect(draft.properties.id?.inheritedFrom).toBeUndefined();
    expect(draft.properties.title).toMatchObject({ field: 'text', required: true, type: 'string' });
  });

  it("knows cards by the schema they name, and aliases by the server's description", () => {
    const draft = draftDefinition(
      {
        id: 'x',
        properties: {
          at: { field: 'card', schemaref: 'https://x.example/schemas/custom/venue.json' },
          tel: { field: 'tel' },
        },
      },
      [],
      { tel: { type: 'phone', field: 'phone', writtenField: 'tel', required: false } },
    );
    expect(draft.properties.at?.itemSchema).toBe('venue');
    expect(draft.properties.tel?.field).toBe('phone');
  });
});
