import { describe, expect, it } from 'vitest';
import { propertyChoices } from '../../../../server/content/reading/options.js';
import { message } from '../../../../server/contract/messages/message.js';
import type { PropertyDefinition } from '../../../../server/contract/schemas.js';
import { PlinthError } from '../../../../server/errors.js';
import { makeSite, refusal } from '../../../helpers/site.js';

const person = {
  id: 'person',
  properties: {
    id: { field: 'id' },
    first: { field: 'text' },
    last: { field: 'text' },
    bio: { field: 'textarea' },
    rank: { field: 'number', type: 'number' },
    active: { field: 'toggle' },
    token: { field: 'secret' },
    pass: { field: 'password' },
    skills: { field: 'list' },
  },
  required: ['id'],
  index: ['id', 'first', 'last', 'rank'],
};
/** Of `letmein`; to make one takes longer than a test. */
const HASH = '$2b$04$bXRXfsjL/SzoQeOgHjtIu.ccnqMtn6Bi8B2C.J7e5YPEFxaItHW8a';
const people = [
  {
    id: 'ann',
    first: 'Ann',
    last: 'Lee',
    bio: 'Sings',
    rank: 10,
    active: true,
    token: 't-ann',
    skills: ['a', 'b'],
  },
  { id: 'bo', first: 'Bo', last: 'Ek', rank: 9, active: false, token: 't-bo', skills: ['b', 'c 10', 'c 9'] },
  { id: 'cy', first: 'Cy', last: '', bio: 'Dances', rank: 2, active: true, pass: HASH },
];

/** The choices of a property with these settings in a collection beside `people`. */
async function choices(
  definition: PropertyDefinition,
  query: { search?: string; limit?: string } = {},
  mayRead: Parameters<typeof propertyChoices>[4] = () => undefined,
) {
  const walk = {
    id: 'walk',
    properties: { id: { field: 'id' }, guide: definition },
    required: ['id'],
    index: ['id'],
  };
  const { site } = await makeSite({
    schemas: [person, walk],
    collections: [
      { id: 'people', schema: 'person', name: 'People' },
      { id: 'walks', schema: 'walk', name: 'Walks' },
    ],
    objects: {
      people,
      walks: [
        { id: 'w', guide: 'x' },
        { id: 'v', guide: 'a' },
        { id: 'u', guide: 'x' },
      ],
    },
  });
  return propertyChoices(site, 'walks', 'guide', query, mayRead);
}
const relation = (more: PropertyDefinition['settings'] = {}): PropertyDefinition => ({
  field: 'select',
  settings: { relationalOptions: { collection: 'people', sort: 'id', ...more } },
});
const pairs = ({ options }: Awaited<ReturnType<typeof choices>>) =>
  options.map(({ value, label }) => [value, label]);

describe('relational options', () => {
  it.each<[settings: PropertyDefinition['settings'], expected: unknown[][]]>([
    [
      {},
      [
        ['ann', 'ann'],
        ['bo', 'bo'],
        ['cy', 'cy'],
      ],
    ],
    [
      { label: 'first' },
      [
        ['ann', 'Ann'],
        ['bo', 'Bo'],
        ['cy', 'Cy'],
      ],
    ],
    [
      { label: 'first, last', join: '-' },
      [
        ['ann', 'Ann-Lee'],
        ['bo', 'Bo-Ek'],
        ['cy', 'Cy'],
      ],
    ],
    [
      { label: ['last', 'first'] },
      [
        ['ann', 'Lee Ann'],
        ['bo', 'Ek Bo'],
        ['cy', 'Cy'],
      ],
    ],
    [
      { format: `\${first} (\${bio})` },
      [
        ['ann', 'Ann (Sings)'],
        ['bo', 'Bo ()'],
        ['cy', 'Cy (Dances)'],
      ],
    ],
    [
      { value: 'rank', label: 'last' },
      [
        [10, 'Lee'],
        [9, 'Ek'],
        [2, '2'],
      ],
    ],
    [
      { value: 'skills' },
      [
        ['a', 'ann'],
        ['b', 'ann'],
        ['c 10', 'bo'],
        ['c 9', 'bo'],
      ],
    ],
    [
      { include: 'active:true' },
      [
        ['ann', 'ann'],
        ['cy', 'cy'],
      ],
    ],
    [{ exclude: 'active:true' }, [['bo', 'bo']]],
    [
      { sort: 'rank:asc' },
      [
        ['cy', 'cy'],
        ['bo', 'bo'],
        ['ann', 'ann'],
      ],
    ],
    [
      { label: 'token' },
      [
        ['ann', 'ann'],
        ['bo', 'bo'],
        ['cy', 'cy'],
      ],
    ],
    [{ value: 'token' }, []],
    [{ value: 'pass' }, []],
    [
      { label: '__proto__' },
      [
        ['ann', 'ann'],
        ['bo', 'bo'],
        ['cy', 'cy'],
      ],
    ],
    [{ collection: 'unheard' }, []],
    [{ collection: 5 }, []],
  ])('of %j are %j', async (settings, expected) => {
    expect(pairs(await choices(relation(settings)))).toEqual(expected);
  });

  it('are narrowed by a search in labels and values and by a limit', async () => {
    const named = relation({ label: 'first' });
    expect(pairs(await choices(named, { search: ' AN ' }))).toEqual([['ann', 'Ann']]);
    expect(await choices(named, { limit: '2' })).toMatchObject({ total: 3, options: [{}, {}] });
    expect(pairs(await choices(named, { limit: '0' }))).toHaveLength(1);
    expect(pairs(await choices(named, { limit: 'x' }))).toHaveLength(3);
  });

  it('are not told to who may not read the other collection', async () => {
    const asked: (readonly string[])[] = [];
    const mayRead = (segments: readonly string[]) => {
      asked.push(segments);
      throw new PlinthError('forbidden', message('permissionsInsufficient'));
    };
    expect((await refusal(choices(relation(), {}, mayRead))).kind).toBe('forbidden');
    expect(asked).toEqual([['collections', 'people']]);
  });

  it('reject invalid criteria', async () => {
    const many = Array.from({ length: 30 }, (_, n) => `rank:${n}`).join(',');
    expect((await refusal(choices(relation({ include: many })))).kind).toBe('invalid');
  });
});

describe('property options', () => {
  it.each<[definition: PropertyDefinition, expected: unknown[][]]>([
    [
      { field: 'text', settings: { propertyOptions: true } },
      [
        ['a', 'a'],
        ['x', 'x'],
      ],
    ],
    [{ field: 'secret', settings: { propertyOptions: true } }, []],
    [
      { field: 'text', settings: { propertyOptions: 'collectionIds' } },
      [
        ['people', 'People'],
        ['walks', 'Walks'],
      ],
    ],
    [
      { field: 'text', settings: { propertyOptions: 'schemaProperties' } },
      [
        ['id', 'ID'],
        ['guide', 'Guide'],
      ],
    ],
    [{ field: 'text', settings: { propertyOptions: 'layouts' } }, []],
    [{ field: 'text' }, []],
  ])('of %j are %j', async (definition, expected) => {
    expect(pairs(await choices(definition))).toEqual(expected);
  });

  it('list the schemas', async () => {
    const { options } = await choices({ field: 'text', settings: { propertyOptions: 'schemas' } });
    expect(options).toContainEqual({ value: 'blog', label: 'blog' });
    expect(options).toContainEqual({ value: 'person', label: 'person' });
  });

  it('in use are in the order people expect', async () => {
    const { site } = await makeSite({
      schemas: [
        {
          ...person,
          properties: {
            ...person.properties,
            skills: { field: 'list', settings: { propertyOptions: true } },
          },
        },
      ],
      collections: [{ id: 'people', schema: 'person' }],
      objects: { people },
    });
    const { options, total } = await propertyChoices(site, 'people', 'skills', {}, () => undefined);
    expect([options.map(({ value }) => value), total]).toEqual([['a', 'b', 'c 9', 'c 10'], 4]);
    expect((await refusal(propertyChoices(site, 'people', 'unheard', {}, () => undefined))).kind).toBe(
      'missing',
    );
    expect((await refusal(propertyChoices(site, 'nope', 'skills', {}, () => undefined))).kind).toBe(
      'missing',
    );
  });
});
