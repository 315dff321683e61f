import { describe, expect, it } from 'vitest';
import type { PropertyDefinition } from '../../../server/contract/schemas.js';
import type { JsonValue } from '../../../server/contract/values.js';
import { NOON, refused, saved, schemaOf } from '../kinds/one-property.js';

const LATER = new Date('2026-05-10T08:00:00Z');

describe('what was sent over what is stored', () => {
  const schema = schemaOf({
    title: { field: 'text' },
    note: { field: 'textarea' },
    km: { field: 'number' },
    login: { field: 'password' },
  });
  const hash = '$2y$10$I5vljupedUeHvSiBDLwog64KudJgPGkb4vDOKzsfrqzt66b5m1EYu';
  const current = {
    id: 'one',
    title: 'A',
    km: 3,
    login: hash,
    extra: { kept: 1 },
    created: 'c',
    modified: 'm',
  };

  it.each(['replace', 'merge'] as const)('keeps what was not sent with %s', async (mode) => {
    expect(await saved(schema, { current, mode, sent: { title: 'B' } })).toEqual({ ...current, title: 'B' });
  });

  it('removes what was sent as null', async () => {
    expect(Object.keys(await saved(schema, { current, sent: { km: null, note: null } }))).not.toContain('km');
  });

  it('drops unknown names, keeps unknown stored keys', async () => {
    const document = await saved(schema, { current, sent: { nonsense: 1, extra: { changed: 1 } } });
    expect(document).toEqual(current);
  });

  it('ignores sent values of id, created and modified', async () => {
    const sent = { id: 'other', created: '1970-01-01T00:00:00Z', modified: 'x', title: 'B' };
    expect(await saved(schema, { current, sent })).toEqual({ ...current, title: 'B' });
    expect(await saved(schema, { sent })).toEqual({ id: 'one', title: 'B' });
  });

  it('keeps the stored password for a blank one', async () => {
    expect((await saved(schema, { current, sent: { login: '' } })).login).toBe(hash);
  });

  it('puts id first, then the order of the schema, unknown keys, created and modified', async () => {
    const document = await saved(schema, {
      current: { zebra: 1, modified: 'm', km: 3, created: 'c', apple: 2, title: 'A', id: 'one' },
      sent: { note: 'n' },
    });
    expect(Object.keys(document)).toEqual([
      'id',
      'title',
      'note',
      'km',
      'zebra',
      'apple',
      'created',
      'modified',
    ]);
  });

  it('leaves the stored document and the sent one alone', async () => {
    const stored = structuredClone(current);
    const sent = { title: 'B', km: '5' };
    await saved(schema, { current: stored, sent });
    expect([stored, sent]).toEqual([current, { title: 'B', km: '5' }]);
  });
});

describe('defaults', () => {
  const preset: JsonValue = { open: true };
  const schema = schemaOf({
    status: { field: 'select', default: 'draft' },
    day: { field: 'date', default: 'now' },
    open: { field: 'toggle', default: true },
    note: { field: 'text', default: 'x' },
    data: { field: 'json', default: preset },
    tint: { field: 'color', default: '#ffffff' },
  });

  it('fill what is missing or null on create, and a date sent as ""', async () => {
    const document = await saved(schema, { sent: { status: null, day: '', note: '' } });
    expect(document).toMatchObject({
      status: 'draft',
      day: '2026-05-09',
      open: true,
      note: '',
      data: { open: true },
    });
    expect(document.tint).toEqual({ hex: '#ffffff', oklch: { l: 100, c: 0, h: 0 } });
    expect(document.data).not.toBe(preset);
  });

  it('leave alone what was sent, false and 0 among it', async () => {
    expect(await saved(schema, { sent: { open: false, status: 'live' } })).toMatchObject({
      open: false,
      status: 'live',
    });
  });

  it('do not come back once the object is made', async () => {
    const current = { id: 'one', note: 'a' };
    expect(await saved(schema, { current, sent: { note: null } })).toEqual({ id: 'one' });
  });

  it('that break their own rules are rejected like sent values', async () => {
    const wrong = schemaOf({ km: { field: 'number', default: 'far', label: 'Distance' } });
    expect(await refused(wrong, { sent: {} })).toEqual({ km: ['Distance must be a number'] });
  });
});

describe('time stamps', () => {
  const schema = schemaOf({
    made: { field: 'datetime', settings: { onCreate: true } },
    changed: { field: 'datetime', settings: { onUpdate: true } },
    seen: { field: 'date', onUpdate: true },
  });

  it('are set on create whatever was sent, and onUpdate again on every save', async () => {
    const made = await saved(schema, { sent: { made: '2001-01-01', changed: '2001-01-01' } });
    expect(made).toMatchObject({ made: '2026-05-09T12:00:00Z', changed: '2026-05-09T12:00:00Z' });
    const later = await saved(schema, { current: made, sent: { changed: '2001-01-01' }, now: LATER });
    expect(later).toMatchObject({ made: '2026-05-09T12:00:00Z', changed: '2026-05-10T08:00:00Z' });
    expect(later.seen).toMatch(/^2026-05-(09|10|11)$/);
  });

  it('are reset on a copy, which keeps what only the file knows', async () => {
    const current = { id: 'old', made: '2001-01-01', cover: 1, created: 'c' };
    const copy = await saved(schema, { current, mode: 'create', sent: {} });
    expect(copy).toMatchObject({ id: 'old', made: '2026-05-09T12:00:00Z', cover: 1 });
  });
});

describe('required properties', () => {
  it.each<[PropertyDefinition, JsonValue | undefined, boolean]>([
    [{ field: 'text' }, undefined, false],
    [{ field: 'text' }, null, false],
    [{ field: 'text' }, '', false],
    [{ field: 'text' }, ' ', true],
    [{ field: 'text', minLength: 0 }, '', true],
    [{ field: 'text', minLength: 2 }, '', false],
    [{ field: 'styledtext' }, '<p></p>', false],
    [{ field: 'number' }, 0, true],
    [{ field: 'number' }, '', false],
    [{ field: 'toggle' }, false, false],
    [{ field: 'toggle' }, true, true],
    [{ field: 'list' }, [], false],
    [{ field: 'list' }, ['', null], false],
    [{ field: 'list', minItems: 0 }, [], true],
    [{ field: 'multiselect' }, ['a'], true],
    [{ field: 'json' }, {}, true],
    [{ field: 'date' }, '', false],
    [{ field: 'date', default: 'now' }, '', true],
  ])('%j with %j: %s', async (definition, value, accepted) => {
    const schema = schemaOf({ value: { label: 'Value', ...definition } }, { required: ['value'] });
    const sent: Record<string, JsonValue> = value === undefined ? {} : { value };
    if (accepted) await saved(schema, { sent });
    else expect(Object.keys(await refused(schema, { sent }))).toEqual(['value']);
  });

  it('cannot be removed', async () => {
    const schema = schemaOf({ title: { field: 'text' } }, { required: ['title'] });
    const current = { id: 'one', title: 'A' };
    expect(await refused(schema, { current, sent: { title: null } })).toEqual({
      title: ['Title is required'],
    });
  });

  it('may be the times Plinth sets itself', async () => {
    const schema = schemaOf({ created: { field: 'datetime' } }, { required: ['created'] });
    expect(await saved(schema, { sent: {} })).toEqual({ id: 'one' });
  });
});

describe('a rejection', () => {
  it('names every failing property at once, with its label', async () => {
    const schema = schemaOf(
      {
        title: { field: 'text', label: 'Title', maxLength: 5 },
        heroColour: { field: 'color' },
        km: { field: 'number', label: 'Distance', minimum: 1 },
        ok: { field: 'text' },
        mail: { field: 'email', label: 'E-mail' },
        author_name: { field: 'text' },
      },
      { required: ['author_name'] },
    );
    const sent = {
      title: 'too long',
      heroColour: { hex: '#fff', oklch: { l: 'x', c: 0, h: 0 } },
      km: 0,
      ok: 'x',
      mail: 'x',
    };
    expect(await refused(schema, { sent })).toEqual({
      title: ['Title must have at most 5 characters'],
      'heroColour.oklch.l': ['Hero colour (oklch.l) must be a number'],
      km: ['Distance must be at least 1'],
      mail: ['E-mail must be an email address such as name@example.org'],
      author_name: ['Author name is required'],
    });
  });

  it('says everything that is wrong with one property', async () => {
    const schema = schemaOf({ code: { field: 'text', label: 'Code', minLength: 5, pattern: '^[A-Z]+$' } });
    expect((await refused(schema, { sent: { code: 'ab' } })).code).toHaveLength(2);
  });

  it('holds optional empty fields to nothing', async () => {
    const schema = schemaOf({
      code: { field: 'text', minLength: 5, pattern: '^[A-Z]+$' },
      mail: { field: 'email' },
      kind: { field: 'select', enum: ['a'] },
    });
    expect(await saved(schema, { sent: { code: '', mail: '', kind: '' } })).toMatchObject({
      code: '',
      mail: '',
    });
  });
});

describe('unique properties', () => {
  const definition: PropertyDefinition = { field: 'text', label: 'Code', unique: true };
  const indexed = schemaOf(
    { code: definition, tags: { field: 'list', unique: true } },
    { index: ['code', 'tags'] },
  );
  const taken = (property: string, value: JsonValue) => property === 'code' && value === 'A1';

  it('reject a value another object has', async () => {
    const details = await refused(indexed, { sent: { code: 'A1' }, isTaken: taken });
    expect(details).toEqual({ code: ['Code must be unique; another object has the same value'] });
    expect(await saved(indexed, { sent: { code: 'a1' }, isTaken: taken })).toMatchObject({ code: 'a1' });
  });

  it('may be empty in any number of objects', async () => {
    const always = () => true;
    await saved(indexed, { sent: { code: '', tags: [] }, isTaken: always });
    await saved(indexed, { sent: { code: null }, isTaken: always });
  });

  it('cannot be kept without an index', async () => {
    const details = await refused(schemaOf({ code: definition }), { sent: { code: 'A1' } });
    expect(details.code?.[0]).toContain('index');
  });
});

describe('hostile keys', () => {
  const names = ['toString', 'valueOf', 'hasOwnProperty', 'watch', 'then', 'length'];
  const schema = schemaOf(Object.fromEntries(names.map((name) => [name, { field: 'text', label: 'X' }])));

  it('never reach a prototype', async () => {
    const sent = JSON.parse(
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"watch":"x"}',
    );
    const current = JSON.parse('{"id":"one","__proto__":{"polluted":1},"prototype":{"polluted":1}}');
    const document = await saved(schema, { current, sent });
    // What a file holds under an ordinary name stays.
    expect(document).toEqual({ id: 'one', watch: 'x', prototype: { polluted: 1 } });
    expect({}).not.toHaveProperty('polluted');
    expect(Object.getPrototypeOf(document)).toBe(Object.prototype);
  });

  it('that only look hostile are ordinary properties', async () => {
    expect(await saved(schema, { sent: {} })).toEqual({ id: 'one' });
    expect(Object.hasOwn(await saved(schema, { sent: { toString: 'x' } }), 'toString')).toBe(true);
    const details = await refused(schema, { sent: { toString: 5, hasOwnProperty: 6 } });
    expect(Object.entries(details)).toEqual([
      ['toString', ['X must be text']],
      ['hasOwnProperty', ['X must be text']],
    ]);
  });
});

it('rejects an id that is none', async () => {
  const schema = schemaOf({ title: { field: 'text' } });
  const details = await refused(schema, { current: { id: 'A B' }, sent: {}, mode: 'create', now: NOON });
  expect(details.id?.[0]).toContain('try "a-b"');
});
