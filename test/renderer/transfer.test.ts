import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { SchemaDefinition } from '#contract/schemas';
import type { SheetFormat } from '#contract/sheets';
import { curlOf, fetchOf, shellWord } from '../../renderer/api/curl.ts';
import { choiceWords, exportAddress, reportAddress, templateAddress } from '../../renderer/api/transfer.ts';
import { formatOf } from '../../renderer/pages/transfer/chosen-file.ts';
import { headerRow, UnreadableFile, withHeader } from '../../renderer/pages/transfer/csv-head.ts';
import { linesIn, objectsAfter } from '../../renderer/pages/transfer/download.ts';
import { exportOf } from '../../renderer/pages/transfer/export-request.ts';
import { guessMapping, lacking, remap, targetsOf } from '../../renderer/pages/transfer/mapping.ts';
import { pageTransform } from '../../renderer/pages/transfer/report-page.ts';
import { lineSplitter, objectInLine, rowsOf } from '../../renderer/pages/transfer/report-rows.ts';
import { localFormat, sentFormat, sheetOf, toldBy } from '../../renderer/pages/transfer/sheet-format.ts';
import { choiceOf, extentsOf, firstExtent, type Subject } from '../../renderer/pages/transfer/subject.ts';
import { summaryOf } from '../../renderer/pages/transfer/template.ts';
import { readCsv } from '../../server/csv/read.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const SCHEMA: SchemaDefinition = {
  ...{
    id: 'boat',
    name: 'boat',
    title: 'Boat',
    description: '',
    reserved: false,
    inheritFrom: [],
    index: ['id', 'name'],
  },
  requiredProperties: ['id', 'name'],
  properties: {
    id: { type: 'slug', field: 'id', label: 'ID', required: true },
    name: { type: 'string', field: 'text', label: 'Name of the boat', required: true },
    builtIn: { type: 'date', field: 'date', label: 'Year built', required: false },
    home: { type: 'card', field: 'card', label: 'Home port', required: false },
    kept: { type: 'string', field: 'text', label: 'Kept', required: false, kept: true },
  },
};

describe('the columns of a CSV file', () => {
  const targets = targetsOf(SCHEMA, ['home.street', 'nothing.street']);

  it.each<[string, string[], string[]]>([
    ['the same names', ['id', 'name'], ['id', 'name']],
    ['labels', ['ID', 'Name of the boat'], ['id', 'name']],
    ['another case and other marks', ['Built in', 'YEAR-BUILT', 'NAME'], ['builtIn', '', 'name']],
    ['the exact name before a like one', ['Name', 'name'], ['', 'name']],
    ['parts of a card', ['home.street', 'home'], ['home.street', 'home']],
    ['nothing for strangers and blanks', ['Captain', '', '  ', '***'], ['', '', '', '']],
    ['nothing for what is only kept and what Plinth sets', ['kept', 'created'], ['', '']],
  ])('are guessed by %s', (_what, header, mapping) => {
    expect(guessMapping(header, targets)).toEqual(mapping);
  });

  it('go to one property each', () => {
    expect(remap(['id', 'name', ''], 2, 'name')).toEqual(['id', '', 'name']);
    expect(remap(['id', '', ''], 0, '')).toEqual(['', '', '']);
  });

  it('lack what new objects need, and for changes the id', () => {
    const names = (mapping: string[], update: boolean) =>
      lacking(mapping, targets, update).map(({ name }) => name);
    expect(names(['id'], false)).toEqual(['name']);
    expect(names(['name'], false)).toEqual([]);
    expect(names(['name'], true)).toEqual(['id']);
    expect(names(['id', ''], true)).toEqual([]);
  });
});

describe('the beginning of a CSV file', () => {
  it.each([
    ['commas', 'a,b\n1,2\n', ['a', 'b'], ','],
    ['semicolons and a byte order mark', '\ufeffa;"b,c;d"\r\n1;2\r\n', ['a', 'b,c;d'], ';'],
    ['tabs', 'a\tb\tc\n1\t2\t3', ['a', 'b', 'c'], '\t'],
    ['one column and no rows', 'name', ['name'], ','],
    ['empty lines before it', '\n\n a , b \n1,2', ['a', 'b'], ','],
  ])('is read with %s', (_what, text, header, separator) => {
    expect(sheetOf(new Blob([text]), bytes(text), {}).head).toMatchObject({ header, separator });
  });

  it.each<[string, Uint8Array, RegExp]>([
    ['bytes that are no text', new Uint8Array([0x4e, 0x61, 0xef, 0x90, 0x65]), /no text in this encoding/],
    ['nothing', bytes('\n\n'), /empty/],
    ['a quote that never ends', bytes('"a,b\nc'), /not CSV/],
  ])('is rejected with %s', (_what, content, message) => {
    const read = () => sheetOf(new Blob([]), content, {});
    expect(read).toThrow(UnreadableFile);
    expect(read).toThrow(message);
  });

  it('is read by its first rows alone where it is long', () => {
    const text = `name,notes\n${'ann,"long\ntext"\n'.repeat(100_000)}`;
    const { head } = sheetOf(new Blob([text]), bytes(text), {});
    expect([head.header, head.cut]).toEqual([['name', 'notes'], true]);
    expect(new Set(head.rows.map((row) => row.join()))).toEqual(new Set(['ann,long\ntext']));
  });

  it.each([
    ['Name;Length\r\nann;1\r\nbob;2\r\n', ['name', 'length']],
    ['\ufeffName,Length\nann,1\nbob,2', ['name', '']],
    ['\n"Two\nlines",Length\nann,1\nbob,2', ['name', 'le"ngth']],
    ['Name,"Len,gth"\rann,1\rbob,2\r', ['na,me', 'length']],
    ['sep=;\r\nName;Length\r\nann;1\r\n', ['name', 'length']],
    ['\ufeff"sep=^"\nName^Length\nann^1\n', ['name', 'length']],
  ])('gets other names, and the server reads the same rows at the same lines: %j', async (text, names) => {
    const { head, content } = sheetOf(new Blob([text]), bytes(text), {});
    const file = withHeader(content, head, names);
    const before = await readCsv(Buffer.from(text));
    const after = await readCsv(Buffer.from(await file.arrayBuffer()));
    expect(after).toEqual({ ...before, header: names });
  });

  it('stays as it is when its names are right', () => {
    const file = new Blob(['id,name\n1,2']);
    const { head } = sheetOf(file, bytes('id,name\n1,2'), {});
    expect(withHeader(file, head, ['id', 'name'])).toBe(file);
    expect(headerRow(head, ['', 'name'])).toBe(',name\n');
  });
});

describe('how a CSV file is written', () => {
  const schema: SchemaDefinition = {
    ...SCHEMA,
    properties: {
      ...SCHEMA.properties,
      length: { type: 'number', field: 'number', label: 'Length', required: false },
    },
  };
  const toldOf = (text: string) => {
    const { head } = sheetOf(new Blob([text]), bytes(text), {});
    const targets = targetsOf(schema, head.header);
    return toldBy(head, guessMapping(head.header, targets), targets);
  };
  const local = localFormat();

  it.each<[string, string, unknown, unknown]>([
    ['what its columns are sure of', 'length;builtIn\n1.234;03/04/2026\n1,5;31/12/2026', {}, {}],
    ['the country where nothing is sure', 'length;builtIn\n1.234;03/04/2026', {}, local],
    [
      'a choice',
      'length;builtIn\n1.234;03/04/2026',
      { decimal: ',', dates: 'mdy' },
      { decimal: ',', dates: 'mdy' },
    ],
    ['nothing where no column has numbers', 'name;notes\n1.234;03/04/2026', {}, {}],
  ])('is sent by %s', (_what, text, chosen, sent) => {
    expect(sentFormat(chosen as SheetFormat, toldOf(text))).toEqual({
      ...{ decimal: undefined, dates: undefined },
      ...(sent as object),
    });
  });

  it('is shown with what nothing tells, and with what the columns say', () => {
    expect(toldOf('length;builtIn\n1.234;31/12/2026')).toEqual({
      decimal: { asked: true, way: undefined, unclear: '1.234' },
      dates: { asked: true, way: 'dmy', unclear: undefined },
    });
  });

  it.each<[string, string, string]>([
    ['en-US', '.', 'mdy'],
    ['en-GB', '.', 'dmy'],
    ['de-DE', ',', 'dmy'],
    ['sv-SE', ',', 'dmy'],
  ])('is by the country %s', (locale, decimal, dates) => {
    expect(localFormat(locale)).toEqual({ decimal, dates });
  });

  it('is UTF-8 for the server, whatever the file is', async () => {
    const wide = new Uint8Array(Buffer.from('\ufeffid;name\na;Ä', 'utf16le'));
    const narrow = new Uint8Array(Buffer.from('id;name\na;\xc4', 'latin1'));
    for (const content of [wide, narrow]) {
      const sheet = sheetOf(new Blob([content]), content, {});
      const sent = await withHeader(sheet.content, sheet.head, ['id', 'title']).text();
      expect(sent).toBe('id;title\na;Ä');
    }
  });
});

describe('a chosen file', () => {
  it.each<[string, Uint8Array, string | undefined]>([
    ['an archive', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]), 'zip'],
    ['a list', bytes('\ufeff \n[{"id":1}]'), 'json'],
    ['a template', bytes('{"version":"1.0.0"}'), 'template'],
    ['a table', bytes('id,name\n'), 'csv'],
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0]), undefined],
  ])('is told by its beginning: %s', (_what, content, format) => {
    expect(formatOf(content)).toBe(format);
  });
});

const SUBJECT: Subject = {
  ...{ id: 'boats', name: 'Boats', singular: 'boat', plural: 'boats', total: 24 },
  view: { sort: 'name', order: 'desc', search: 'mast', include: 'hull:red' },
  found: 3,
  selected: new Set(['boat-1', 'boat-2']),
};

describe('what an export is made of', () => {
  it('begins with what is ticked, then with what the list shows, then with everything', () => {
    expect(firstExtent(SUBJECT)).toBe('selected');
    expect(firstExtent({ ...SUBJECT, selected: new Set() })).toBe('view');
    expect(firstExtent({ ...SUBJECT, selected: new Set(), view: { sort: 'name' } })).toBe('all');
    expect(extentsOf(SUBJECT).map(({ label }) => label)).toEqual([
      'All 24 boats',
      'The 3 boats shown in the list',
      'The 2 boats selected in the list',
    ]);
  });

  it('rejects more ticked objects than an address can name', () => {
    const selected = new Set(Array.from({ length: 1000 }, (_, n) => `boat-number-${n}`));
    expect(extentsOf({ ...SUBJECT, selected }).at(-1)?.reason).toMatch(/Too many/);
    expect(firstExtent({ ...SUBJECT, selected })).toBe('view');
  });

  it.each([
    ['all', { sort: 'name:desc' }],
    ['view', { include: 'hull:red', exclude: undefined, search: 'mast', sort: 'name:desc' }],
    ['selected', { include: 'id:in:boat-1|boat-2', sort: 'name:desc' }],
  ] as const)('asks for %s in the order of the list', (extent, words) => {
    expect(choiceWords(choiceOf(SUBJECT, extent))).toEqual(words);
  });

  it('is the natural order where the list has it', () => {
    const subject = { ...SUBJECT, view: { sort: 'name', order: 'desc', natural: true } as const };
    expect(choiceWords(choiceOf(subject, 'all'))).toEqual({ sort: 'name:desc:natural' });
  });

  it('is an address of the API', () => {
    const choice = choiceOf(SUBJECT, 'selected');
    expect(exportAddress('boats', 'csv', choice, ['id', 'name'])).toBe(
      '/export/collections/boats/csv?include=id:in:boat-1%7Cboat-2&sort=name:desc&fields=id,name',
    );
    expect(reportAddress('a b', 'json', { view: {} }, ['id', 'parts.label'])).toBe(
      '/report/collections/a%20b/json?fields=id,parts.label',
    );
    expect(templateAddress({ name: ' A & B ', schemasOnly: true })).toBe(
      '/export/jumpstart?name=A+%26+B&mode=sync',
    );
    expect(exportOf('boats', 'template', choice).address).toBe(
      '/export/jumpstart?objects=boats%2Fboat-1,boats%2Fboat-2',
    );
    expect(exportOf('boats', 'zip', choice)).toEqual({
      address: '/export/collections/boats/zip',
      filename: 'collection-boats.zip',
    });
  });
});

describe('how far a download is', () => {
  it('counts lines in pieces, whatever they cut through', () => {
    const text = bytes('[\n{"a":1},\n{"b":2}\n]\n');
    const pieces = Array.from({ length: text.length }, (_, at) => text.subarray(at, at + 1));
    expect(pieces.reduce((sum, piece) => sum + linesIn(piece), 0)).toBe(4);
    expect(linesIn(text)).toBe(4);
  });

  it('never tells more objects than there are, nor fewer than none', () => {
    expect([0, 1, 2, 5].map((lines) => objectsAfter(lines, 1, 2))).toEqual([0, 0, 1, 2]);
    expect(objectsAfter(5, 1, undefined)).toBe(4);
  });
});

describe('the rows of a report', () => {
  const object = {
    id: 'a',
    home: { town: 'Hull' },
    tags: ['x', 'y'],
    parts: { p1: { label: 'Mast' }, p2: { label: 'Sail' } },
    crew: { c1: { name: 'Ann' } },
  };

  it('are one for each item of a deck, the other values repeated, as in CSV', () => {
    const decks = new Set(['parts', 'crew']);
    expect(rowsOf(object, ['id', 'home.town', 'parts.label', 'crew.name'], decks)).toEqual([
      ['a', 'Hull', 'Mast', ''],
      ['a', 'Hull', 'Sail', ''],
      ['a', 'Hull', '', 'Ann'],
    ]);
    expect(rowsOf(object, ['id', 'tags', 'nothing', 'parts'], decks)).toEqual([
      ['a', '["x","y"]', '', JSON.stringify(object.parts)],
    ]);
    expect(rowsOf({ id: 'b' }, ['id', 'parts.label'], decks)).toEqual([['b', '']]);
  });

  it('come out of lines, whatever pieces they come in', () => {
    const text = '{"data":[\n{"id":"a"},\n{"id":"b"}\n],"errors":["torn"]}\n';
    for (const size of [1, 7, 1000]) {
      const { push, end } = lineSplitter();
      const lines: string[] = [];
      for (let at = 0; at < text.length; at += size) lines.push(...push(text.slice(at, at + size)));
      lines.push(...end());
      expect(lines.map(objectInLine).filter(Boolean)).toEqual([{ id: 'a' }, { id: 'b' }]);
    }
  });

  it('make a page in which texts stay texts', async () => {
    const page = { title: 'A & <b>', columns: [{ name: 'id', label: '"ID"' }], decks: new Set<string>() };
    const json = new Blob(['[\n{"id":"<script>é"},\n{"id":"b"}\n]\n']).stream();
    const html = await new Response(json.pipeThrough(pageTransform(page))).text();
    expect(html).toContain('<title>A &amp; &lt;b&gt;</title>');
    expect(html).toContain('<th scope="col">&quot;ID&quot;</th>');
    expect(html).toContain('<tr><td>&lt;script&gt;é</td></tr>\n<tr><td>b</td></tr>\n</tbody>');
  });
});

describe('a template before it is imported', () => {
  it('is told by its parts', () => {
    expect(
      summaryOf({
        name: 'Harbour',
        collections: { reserved: ['blog', { id: 'image' }], custom: [{ id: 'boats' }, { id: 'blog' }, 7] },
        schemas: [{ id: 'boat' }],
        objects: [{}, {}],
        factory: [{ collection: 'blog', count: 5 }, { collection: 'boats' }],
      }),
    ).toEqual({
      ...{ name: 'Harbour', description: '', schemas: ['boat'], collections: ['boats', 'blog', 'image'] },
      ...{ objects: 2, generated: 6 },
    });
    expect(summaryOf({ id: 'x', title: 'An object' })).toBeUndefined();
    expect(summaryOf([1])).toBeUndefined();
  });
});

describe('a request to copy', () => {
  const hostile = `it's $HOME "and" \`id\` \\ \n; rm`;

  it('gives a shell the texts as they are', () => {
    for (const word of [hostile, '', '@file', 'plain', '-x', '!event']) {
      expect(execFileSync('sh', ['-c', `printf %s ${shellWord(word)}`]).toString()).toBe(word);
    }
  });

  it('names method, key, headers and body', () => {
    const request = {
      method: 'PATCH',
      url: 'http://h/api/x?a=b&c',
      headers: { 'If-Match': '"1"' },
      body: '{"a":1}',
    };
    expect(curlOf(request)).toBe(
      `curl -X PATCH -H "X-API-Key: $PLINTH_KEY" -H 'If-Match: "1"' --data-raw '{"a":1}' 'http://h/api/x?a=b&c'`,
    );
    expect(curlOf({ method: 'GET', url: 'http://h/x', headers: {}, open: true })).toBe('curl http://h/x');
    expect(curlOf({ method: 'HEAD', url: 'http://h/x', headers: {}, open: true })).toBe(
      'curl --head http://h/x',
    );
    expect(curlOf({ method: 'POST', url: 'http://h/x', headers: {}, open: true })).toBe(
      'curl -X POST http://h/x',
    );
    const form = { field: 'csv', file: 'my boats.csv', fields: { update: 'true' } };
    expect(curlOf({ method: 'POST', url: 'http://h/x', headers: {}, open: true, form })).toBe(
      "curl -F update=true -F 'csv=@my boats.csv' http://h/x",
    );
  });

  it('is JavaScript that sends the same', async () => {
    const request = {
      method: 'PUT',
      url: 'http://h/x',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ hostile }),
    };
    const sent: unknown[] = [];
    const run = new Function(
      'fetch',
      'process',
      `return (async () => { ${fetchOf(request)} return answer; })()`,
    );
    await run((...call: unknown[]) => sent.push(call), { env: { PLINTH_KEY: 'k' } });
    expect(sent).toEqual([
      [
        'http://h/x',
        {
          method: 'PUT',
          headers: { 'X-API-Key': 'k', 'Content-Type': 'application/json' },
          body: JSON.stringify({ hostile }),
        },
      ],
    ]);
  });
});
