/** Tables from the clipboard of a spreadsheet: their cells, what their texts mean, and what they change. */
import { describe, expect, it } from 'vitest';
import { fieldKinds } from '../../renderer/fields';
import { numberFrom } from '../../renderer/fields/from-text.ts';
import { columnsOf } from '../../renderer/lists/columns.ts';
import { planRow, writtenColumns } from '../../renderer/pages/objects/paste/paste-plan.ts';
import { parseTable } from '../../renderer/pages/objects/paste/tsv.ts';
import type { KindName, PropertyOnWire, SchemaDefinition } from '../../server/contract/schemas.js';
import type { JsonValue } from '../../server/contract/values.js';

it.each<[string, string, string[][]]>([
  [
    'rows and columns',
    'a\tb\r\nc\td\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['a cell alone', 'a', [['a']]],
  [
    'empty cells',
    '\ta\n\t\n',
    [
      ['', 'a'],
      ['', ''],
    ],
  ],
  ['tabs, lines and quotes in a cell', '"a\tb\r\n""c"""\td', [['a\tb\n"c"', 'd']]],
  ['quotes that are no frame', '"a" b\t5" pipe\n"c', [['"a" b', '5" pipe'], ['"c']]],
  ['an empty row between others', 'a\n\nb', [['a'], [''], ['b']]],
])('reads %s of a pasted table', (_what, text, table) => {
  expect(parseTable(text)).toEqual(table);
});

it('reads a million cells of quotes in time linear to their length', () => {
  const text = '"a\t""\t'.repeat(100_000);
  expect(parseTable(text)[0]).toHaveLength(200_001);
});

it.each<[string, string, number | undefined]>([
  ['1234.5', 'en-GB', 1234.5],
  ['1,234.50', 'en-GB', 1234.5],
  ['1,23', 'en-GB', 1.23],
  ['1,234', 'en-GB', 1234],
  ['1.234,50', 'de-DE', 1234.5],
  ['1.234', 'de-DE', 1234],
  ['3.5', 'de-DE', 3.5],
  ['1 234,5', 'fr-FR', 1234.5],
  ['−7', 'en-GB', -7],
  ['', 'en-GB', undefined],
  ['twelve', 'en-GB', undefined],
  ['0x10', 'en-GB', undefined],
  ['1e3', 'en-GB', 1000],
])('reads the number %s as %s writes it', (text, locale, number) => {
  expect(numberFrom(text, {}, locale)).toBe(number);
});

const property = (field: KindName, more: Record<string, unknown> = {}): PropertyOnWire => ({
  ...{ type: 'string', field, required: false },
  ...more,
});

const options = [
  { value: 'a', label: 'Afloat' },
  { value: 2, label: 'Ashore' },
];

it.each<[KindName, string, JsonValue | undefined, Record<string, unknown>?]>([
  ['text', 'one\r\ntwo', 'one two'],
  ['textarea', 'one\ntwo', 'one\ntwo'],
  ['number', ' ', null],
  ['number', 'many', undefined],
  ['price', '€1,234.50', 1234.5],
  ['toggle', 'TRUE', true],
  ['toggle', 'no', false],
  ['toggle', 'perhaps', undefined],
  ['date', '9.5.2026', '2026-05-09'],
  ['date', '9 May 2026', '2026-05-09'],
  ['date', '5/9/2026', undefined],
  ['date', '', ''],
  ['datetime', '2026-05-09T10:00:00Z', '2026-05-09T10:00:00Z'],
  ['datetime', '2026-05-09 25:00', undefined],
  ['time', '9:30', '09:30'],
  ['time', '9:30:00', '09:30'],
  ['time', '9:30:15', undefined],
  ['date', '31/5/2026', '2026-05-31'],
  ['toggle', 'WAHR', true],
  ['price', '1.234,50 EUR', 1234.5],
  ['select', 'afloat', 'a', { options }],
  ['select', '2', 2, { options }],
  ['select', 'sunk', undefined, { options }],
  ['select', '', '', { options }],
  ['multiselect', 'Afloat, Ashore', ['a', 2], { options }],
  ['multiselect', 'Afloat, sunk', undefined, { options }],
  ['list', 'Ada; Bo, Cy', ['Ada', 'Bo', 'Cy']],
])('takes into a %s the text "%s" as %j', (field, text, value, more) => {
  const at = { before: undefined, locale: '' };
  expect(fieldKinds[field].fromText?.(text, property(field, more), at)).toEqual(value);
});

it('offers the reading of texts for whatever a table changes in its cells, and for nothing else', () => {
  for (const [name, kind] of Object.entries(fieldKinds)) {
    expect([name, kind.fromText !== undefined]).toEqual([name, kind.inCell !== undefined]);
  }
});

it('reads numbers and dates of a pasted table by their columns', () => {
  const schema: SchemaDefinition = {
    ...{ id: 'bill', description: '', required: [], index: ['title', 'day', 'sum'] },
    properties: {
      title: property('text'),
      day: property('date'),
      sum: property('number', { type: 'number' }),
    },
  } as unknown as SchemaDefinition;
  const columns = columnsOf(schema);
  const table = [
    ['a', '03/04/2026', '1.234'],
    ['b', '31/12/2026', '7'],
    ['c', '', '0,5'],
  ];
  const written = writtenColumns({ table, first: 0, columns });
  const changes = table.map((row) => planRow({ id: 'x' }, row, columns, '', written).changes);
  expect(changes.map((row) => row.map(({ value }) => value))).toEqual([
    ['a', '2026-04-03', 1234],
    ['b', '2026-12-31', 7],
    ['c', '', 0.5],
  ]);
});

describe('a row of a pasted table', () => {
  const schema: SchemaDefinition = {
    ...{ id: 'boat', description: '', required: [], index: ['title', 'berths', 'motto', 'number', 'reason'] },
    properties: {
      title: property('text'),
      berths: property('number', { type: 'number', label: 'Berths' }),
      motto: property('localizedtext', { type: 'localizedtext', settings: { locales: ['en', 'de'] } }),
      number: property('text', { label: 'Number', settings: { readonly: true } }),
      reason: property('text', {
        label: 'Reason',
        settings: { visibility: { watch: 'title', value: 'Sold' } },
      }),
    },
  } as unknown as SchemaDefinition;
  const columns = columnsOf(schema);
  const motto = { en: 'Sail', de: 'Segel' };

  it('changes what its texts mean, a text by language in the language that is shown', () => {
    const row = planRow({ id: 'a', title: 'A', motto }, ['B', '7', 'Ahoi'], columns, 'de');
    expect(row).toEqual({
      changes: [
        { name: 'title', action: 'set', value: 'B' },
        { name: 'berths', action: 'set', value: 7 },
        { name: 'motto', action: 'set', value: { en: 'Sail', de: 'Ahoi' } },
      ],
      unread: [],
      fixed: [],
    });
  });

  it('names what cannot be read, is read-only, hidden by a rule or stored otherwise', () => {
    const row = planRow({ id: 'a', title: ['A'], motto }, ['B', 'many', '', '1', 'why'], columns, '');
    expect(row.unread).toEqual([{ label: 'Berths', text: 'many' }]);
    expect(row.fixed).toEqual(['Title', 'Number', 'Reason']);
    expect(row.changes).toEqual([{ name: 'motto', action: 'set', value: { de: 'Segel' } }]);
  });
});
