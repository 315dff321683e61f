import { describe, expect, it } from 'vitest';
import type { PropertyDefinition } from '../../../server/contract/schemas.js';
import type { JsonValue } from '../../../server/contract/values.js';
import { kinds } from '../../../server/properties/index.js';
import { referenceTail, resolveKind } from '../../../server/properties/resolve.js';
import { refused, saved, schemaOf } from './one-property.js';

const REFERENCE = 'https://www.elsewhere.example/schemas/properties';

describe('the kind of a definition', () => {
  it.each<[PropertyDefinition, string, string]>([
    [{ field: 'input' }, 'text', 'string'],
    [{ field: 'tel' }, 'phone', 'phone'],
    [{ field: 'checklist' }, 'multicheckbox', 'array'],
    [{ field: 'hidden', $ref: 'date' }, 'hidden', 'date'],
    [{ field: 'hidden', type: 'array' }, 'hidden', 'json'],
    [{ field: 'hidden', type: 'boolean' }, 'hidden', 'boolean'],
    [{ field: 'text', type: 'number' }, 'text', 'number'],
    [{ field: 'textarea', type: 'string' }, 'textarea', 'string'],
    [{ type: 'slug' }, 'slug', 'slug'],
    [{ type: 'string' }, 'text', 'string'],
    [{ type: 'string', enum: ['a'] }, 'select', 'string'],
    [{ options: ['a'] }, 'select', 'string'],
    [{ type: 'integer' }, 'number', 'number'],
    [{ type: 'array' }, 'list', 'list'],
    [{ type: 'object' }, 'json', 'json'],
    [{ $ref: `${REFERENCE}/date.json` }, 'date', 'date'],
    [{ $ref: `${REFERENCE}/image.json` }, 'image', 'image'],
    [{ $ref: `${REFERENCE}/image.json`, field: 'text' }, 'image', 'image'],
    [{ field: 'gallery' }, 'gallery', 'gallery'],
    [{ field: 'rating' }, 'json', 'rating'],
    [{ field: 'deckTable' }, 'deck', 'deck'],
    [{ $ref: `${REFERENCE}/deck.json` }, 'deck', 'deck'],
    [{ $ref: `${REFERENCE}/deck.json`, field: 'textarea' }, 'deck', 'deck'],
    [{ type: 'card', field: 'select' }, 'card', 'card'],
    [{ type: 'object', field: 'card' }, 'card', 'card'],
    [{ type: 'localizedtext' }, 'localizedtext', 'localizedtext'],
    [{ $ref: 'localizedtext', field: 'localizedstyledtext' }, 'localizedstyledtext', 'localizedtext'],
    [{ field: 'stars' }, 'text', 'string'],
    [{ field: 'stars', type: 'number' }, 'number', 'number'],
    [{ field: '__proto__' }, 'text', 'string'],
    [{ field: 'constructor' }, 'text', 'string'],
    [{}, 'text', 'string'],
  ])('%j is %s of the type %s', (definition, name, type) => {
    const resolved = resolveKind(definition);
    expect([resolved.name, resolved.kind.type]).toEqual([name, type]);
  });

  it('survives definitions of the wrong types', () => {
    const broken: PropertyDefinition = JSON.parse('{"type":["string"],"field":5,"$ref":{},"settings":"x"}');
    expect(resolveKind(broken).name).toBe('text');
  });

  it.each([
    ['https://any.host/schemas/properties/slug.json', 'slug'],
    ['slug', 'slug'],
    ['/schemas/custom/speaker.json?x=1#y', 'speaker'],
    ['#/definitions/x', undefined],
    ['', undefined],
    [5, undefined],
  ])('reads the reference %j as %j', (reference, tail) => {
    expect(referenceTail(reference)).toBe(tail);
  });
});

describe('an unknown kind', () => {
  const schema = schemaOf({ stars: { field: 'stars' } });

  it('treats text as text and leaves other values untouched', async () => {
    expect((await saved(schema, { sent: { stars: '<b onclick=x>a</b>' } })).stars).toBe('<b onclick=x>a</b>');
    expect((await saved(schema, { sent: { stars: { counts: [1, 2] } } })).stars).toEqual({ counts: [1, 2] });
  });
});

describe('a kind that is only kept', () => {
  const schema = schemaOf(
    { title: { field: 'text' }, cover: { field: 'rating', label: 'Cover' } },
    { required: ['cover'] },
  );
  const current = { id: 'one', title: 'a', cover: { name: 'bank.jpg', alt: 'Bank', exif: {} } };

  it('keeps a stored value through a save of something else', async () => {
    expect(await saved(schema, { current, sent: { title: 'b' } })).toEqual({ ...current, title: 'b' });
  });

  it('takes the stored value back', async () => {
    const sent = { cover: { exif: {}, alt: 'Bank', name: 'bank.jpg' } };
    expect((await saved(schema, { current, sent })).cover).toEqual(current.cover);
  });

  const others: JsonValue[] = [{ name: 'other.jpg' }, 'x', null, {}, []];
  it.each(others.map((cover) => ({ cover })))('rejects $cover over a stored value', async ({ cover }) => {
    const details = await refused(schema, { current, sent: { cover } });
    expect(details.cover?.[0]).toMatch(/^Cover cannot be changed: .*"rating"/);
  });

  it('ignores an empty value where none is stored, and takes a whole one on create', async () => {
    expect(await saved(schema, { sent: { cover: '' } })).not.toHaveProperty('cover');
    expect((await saved(schema, { sent: { cover: { alt: '<i onclick=x>a</i>' } } })).cover).toEqual({
      alt: '<i onclick=x>a</i>',
    });
    expect(await refused(schema, { sent: { cover: 'x.jpg' } })).toEqual({
      cover: ['Cover must be an object'],
    });
  });

  it('cannot be given a value after the object was made', async () => {
    const details = await refused(schema, { current: { id: 'one' }, sent: { cover: { name: 'x' } } });
    expect(details).toHaveProperty('cover');
  });

  it('is not required, since it cannot be filled in', async () => {
    expect(await saved(schema, { sent: {} })).toEqual({ id: 'one' });
  });
});

it('has a module for every kind that says what its values are', () => {
  for (const kind of Object.values(kinds)) expect(kind.schema({})).toHaveProperty('type');
});
