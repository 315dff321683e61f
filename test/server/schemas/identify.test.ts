import { describe, expect, it } from 'vitest';
import { isLegalId, RESERVED_OBJECT_IDS } from '../../../server/contract/names.js';
import type { PropertySettings } from '../../../server/contract/schemas.js';
import type { JsonObject, JsonValue } from '../../../server/contract/values.js';
import { fillPlaceholders } from '../../../server/schemas/autogen.js';
import { proposeId } from '../../../server/schemas/identify.js';
import { NOON, saved, schemaOf } from '../kinds/one-property.js';

const local = new Date(2026, 4, 9, 7, 5, 3);
const context = { now: local, ordinal: 42 };

describe('placeholders', () => {
  const document: JsonObject = { title: 'River walk', km: 7, on: true, tags: ['a'], card: { place: 'Quay' } };
  it.each([
    [`\${title}`, /^River walk$/],
    [`\${title}-\${km}`, /^River walk-7$/],
    [`\${on}\${tags}\${card}\${missing}|`, /^\|$/],
    [`\${card.place}`, /^Quay$/],
    [`\${now}`, new RegExp(`^${local.getTime()}$`)],
    [`\${timestamp}`, /^20260509T070503$/],
    [`\${uuid}`, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/],
    [`\${uid}`, /^[0-9a-z]{7}$/],
    [`\${uid-12}`, /^[0-9a-z]{12}$/],
    [`\${uid-999}`, /^[0-9a-z]{60}$/],
    [`\${oid}`, /^42$/],
    [`\${oid-0000}`, /^0042$/],
    [`\${oid-0}`, /^42$/],
    [`\${currentyear}/\${currentyear2}/\${currentmonth}/\${currentday}`, /^2026\/26\/05\/09$/],
    [`\${ title }`, /^River walk$/],
    [`\${__proto__}\${constructor.name}\${toString}|`, /^\|$/],
    [`\${title`, /^\$\{title$/],
    ['plain', /^plain$/],
  ])('%s', (template, expected) => {
    expect(fillPlaceholders(template, document, context)).toMatch(expected);
  });

  it('have no ordinal where none is known', () => {
    expect(fillPlaceholders(`\${oid}\${oid-000}|`, {}, { now: local })).toBe('|');
  });

  it('give another uid each time', () => {
    const uids = Array.from({ length: 200 }, () => fillPlaceholders(`\${uid}`, {}, context));
    expect(new Set(uids).size).toBe(200);
  });
});

describe('a proposed id', () => {
  const propose = (sent: Record<string, JsonValue>, settings: PropertySettings = {}) =>
    proposeId(
      schemaOf({
        id: { field: 'id', settings },
        title: { field: 'text' },
        name: { field: 'text' },
        label: { field: 'text' },
        day: { field: 'date', default: 'now' },
      }),
      sent,
      context,
    );

  it.each<[string, Record<string, JsonValue>, PropertySettings, RegExp]>([
    ['the autogen', { title: 'River Walk' }, { autogen: `\${title}-\${currentyear}` }, /^river-walk-2026$/],
    [
      'the autogen in snake case',
      { title: 'River Walk' },
      { autogen: `\${title}`, snakeCase: true },
      /^river_walk$/,
    ],
    ['the ordinal', {}, { autogen: `INV-\${oid-0000}` }, /^inv-0042$/],
    ['the title where the autogen is empty', { title: 'A' }, { autogen: `\${nothing}` }, /^a$/],
    ['the day as it will be stored', { day: 'tomorrow' }, { autogen: `\${day}` }, /^2026-05-10$/],
    ['the default of what was not sent', {}, { autogen: `\${day}` }, /^2026-05-09$/],
    ['the title', { name: 'N', title: 'T' }, {}, /^t$/],
    ['the name', { label: 'L', name: 'N' }, {}, /^n$/],
    ['the label', { label: 'L' }, {}, /^l$/],
    ['a number as title', { title: 2026 }, {}, /^2026$/],
    ['text without markup', { title: '<b>River</b> &amp; walk' }, {}, /^river-walk$/],
    ['something random', {}, {}, /^[0-9a-z]{7}$/],
    ['something random for what has no letter', { title: '!!!' }, {}, /^[0-9a-z]{7}$/],
    [
      'other alphabets in Latin letters',
      { title: 'Z\u00fcrich \u041c\u043e\u0441\u043a\u0432\u0430' },
      {},
      /^zuerich-moskva$/,
    ],
  ])('is made from %s', (_, sent, settings, expected) => {
    expect(propose(sent, settings)).toMatch(expected);
  });

  it.each([
    'New',
    'index',
    'CON',
    'nul',
    'x'.repeat(500),
    '../../etc/passwd',
    '-',
    '_',
    `${'a'.repeat(119)} b`,
    '__proto__',
  ])('is legal and free of reserved words for the title %s', (title) => {
    const id = propose({ title });
    expect(isLegalId(id)).toBe(true);
    expect(RESERVED_OBJECT_IDS.has(id)).toBe(false);
  });
});

describe('autogen of other properties', () => {
  const schema = schemaOf({
    title: { field: 'text' },
    code: { field: 'text', settings: { autogen: `\${title} No. 1` } },
    path: { field: 'slug', settings: { autogen: `\${title} here` } },
  });

  it('fills them only while they are empty, and makes a slug of a slug only', async () => {
    const made = await saved(schema, { sent: { title: 'River Walk' } });
    expect(made).toMatchObject({ code: 'River Walk No. 1', path: 'river-walk-here' });
    const kept = await saved(schema, { current: made, sent: { title: 'Other', path: 'own' }, now: NOON });
    expect(kept).toMatchObject({ code: 'River Walk No. 1', path: 'own' });
    expect((await saved(schema, { current: kept, sent: { code: '' } })).code).toBe('Other No. 1');
  });
});
