/** Files as the spreadsheets of several countries write and read them. */
import { describe, expect, it } from 'vitest';
import { detailsOf, errorOf, startTestServer, type TestServer } from '../helpers/server.js';
import { download, upload } from './transfer-files.js';

const FILES = {
  '.schemas/bill.json': {
    id: 'bill',
    properties: {
      id: { $ref: 'slug', field: 'id' },
      title: { type: 'string', field: 'text' },
      amount: { type: 'number', field: 'number' },
      price: { type: 'number', field: 'price' },
      day: { $ref: 'date', field: 'date' },
      due: { $ref: 'date', field: 'datetime' },
      paid: { type: 'boolean', field: 'toggle' },
    },
    required: ['id'],
    index: ['id'],
  },
  'bills/.meta.json': { id: 'bills', schema: 'bill', name: 'Bills' },
};
const PATH = '/import/collections/bills/csv';

const send = (server: TestServer, content: string | Buffer, fields: Record<string, string> = {}) =>
  upload(server, PATH, 'csv', content, fields);

const read = async (server: TestServer, id: string) =>
  (await server.request(`/collections/bills/${id}`)).json;

const utf16 = (text: string, order: 'le' | 'be'): Buffer => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return order === 'le' ? bytes : bytes.swap16();
};

describe('a CSV file', () => {
  it.each<[string, string | Buffer, Record<string, string>, Record<string, unknown>]>([
    [
      'of a German Excel',
      'id;title;amount;price;day;due;paid\r\na;Eins;3,50;1.234,50 €;24.12.2026;24.12.2026 10:30;WAHR\r\nb;Zwei;1.234;7,5;03.04.2026;;FALSCH\r\n',
      { encoding: 'utf-8', separator: 'semicolon', decimal: ',', dates: 'dmy' },
      { amount: 3.5, price: 1234.5, day: '2026-12-24', due: '2026-12-24T10:30', paid: true },
    ],
    [
      'of an American Excel',
      'id,title,amount,price,day,due,paid\r\na,One,"1,234.5","$1,234.00",12/24/2026,3/4/2026 9:05:30 PM,TRUE\r\n',
      { encoding: 'utf-8', separator: 'comma', decimal: '.', dates: 'mdy' },
      { amount: 1234.5, price: 1234, day: '2026-12-24', due: '2026-03-04T21:05:30', paid: true },
    ],
    [
      'in Windows-1252',
      Buffer.from('id;title\na;Caf\xe9 \x80 \x84Eins\x93\n', 'latin1'),
      { encoding: 'windows-1252', separator: 'semicolon' },
      { title: 'Café € „Eins“' },
    ],
    [
      'in UTF-16',
      utf16('id\ttitle\na\tÄ 🦆\n', 'le'),
      { encoding: 'utf-16le', separator: 'tab' },
      { title: 'Ä 🦆' },
    ],
    ['in UTF-16, the other way', utf16('id;title\na;Ä\n', 'be'), { encoding: 'utf-16be' }, { title: 'Ä' }],
    [
      'that names its separator',
      'sep=;\r\nid;title,;day\r\na;x;24.12.2026\r\n',
      { separator: 'semicolon', dates: 'dmy' },
      { day: '2026-12-24' },
    ],
    [
      'that names a strange separator, after a mark, in quotes',
      '\ufeff"sep=^"\nid^amount\na^3,5\n',
      { separator: '^', decimal: ',' },
      { amount: 3.5 },
    ],
    ['separated by bars', 'id|title\na|x, y\n', { separator: 'bar' }, { title: 'x, y' }],
    [
      'with a quoted line break, after which rows keep their place',
      'id;title;amount\na;"two\nlines";1,5\n',
      { decimal: ',' },
      { title: 'two\nlines', amount: 1.5 },
    ],
  ])('%s is read as it is written', async (_what, content, format, values) => {
    const server = await startTestServer(FILES);
    const answer = await send(server, content);
    expect(answer.json).toMatchObject({ failed: 0, errors: [], format });
    expect(await read(server, 'a')).toMatchObject(values);
  });

  it('is read by the whole column, not by its first cells', async () => {
    const server = await startTestServer(FILES);
    const rows = ['a;1.234;03/04/2026', 'b;2.500;05/06/2026', 'c;0,5;31/01/2026'];
    const answer = await send(server, ['id;amount;day', ...rows].join('\n'));
    expect(answer.json).toMatchObject({ created: 3, format: { decimal: ',', dates: 'dmy' } });
    expect(await read(server, 'a')).toMatchObject({ amount: 1234, day: '2026-04-03' });
    expect(await read(server, 'b')).toMatchObject({ amount: 2500, day: '2026-06-05' });
  });

  it.each<[string, Record<string, string>, Record<string, unknown> | undefined]>([
    ['what it can mean only', {}, undefined],
    [
      'the choice of a comma and of days first',
      { decimal: ',', dates: 'dmy' },
      { amount: 1234, day: '2026-04-03' },
    ],
    [
      'the choice of a point and of months first',
      { decimal: '.', dates: 'mdy' },
      { amount: 1.234, day: '2026-03-04' },
    ],
  ])('that can be read in two ways is read by %s', async (_what, fields, values) => {
    const server = await startTestServer(FILES);
    const answer = await send(server, 'id;amount;day\na;1.234;03/04/2026\nb;7;2026-01-02\n', fields);
    expect(answer.json).toMatchObject({ created: values ? 2 : 1, failed: values ? 0 : 1 });
    expect(await read(server, 'b')).toMatchObject({ amount: 7, day: '2026-01-02' });
    if (values) return expect(await read(server, 'a')).toMatchObject(values);
    expect(answer.json.errors).toMatchObject([
      {
        row: 2,
        id: 'a',
        details: {
          amount: ['"1.234" can mean 1.234 or 1234; say which with "decimal"'],
          day: ['"03/04/2026" can mean 2026-04-03 or 2026-03-04; say which with "dates"'],
        },
      },
    ]);
  });

  it('of mixed columns has the cells read that mean one thing, and the others named', async () => {
    const server = await startTestServer(FILES);
    const cells = ['3,50', '2.5', '1.234', '12', 'many', '1.2.3', '24.12.2026'];
    const rows = cells.map((cell, at) => `r${at};${cell}`);
    const answer = await send(server, ['id;amount', ...rows].join('\n'));
    expect(answer.json.errors).toMatchObject([4, 6, 7, 8].map((row) => ({ row })));
    const amounts = await Promise.all([0, 1, 3].map(async (at) => (await read(server, `r${at}`)).amount));
    expect(amounts).toEqual([3.5, 2.5, 12]);
  });

  it.each<[string, Buffer | string, Record<string, string>, RegExp]>([
    [
      'damaged UTF-8',
      Buffer.concat([Buffer.from('id;title\na;ÄÖÜ äöü '), Buffer.from([0xed, 0xa0, 0x80])]),
      {},
      /neither/,
    ],
    ['half a surrogate in UTF-16', utf16('id;title\na;\ud83e x\n', 'le'), {}, /not UTF-16/],
    ['bytes of an image', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0xff, 0xfe]), {}, /neither/],
    [
      'other bytes than it was said to have',
      Buffer.from([0x69, 0x64, 0x0a, 0xe4]),
      { encoding: 'utf-8' },
      /not UTF-8/,
    ],
    ['an unknown choice', 'id\na\n', { decimal: ';' }, /"decimal" is invalid/],
  ])('with %s is rejected', async (_what, content, fields, message) => {
    const server = await startTestServer(FILES);
    const answer = await send(server, content, fields);
    expect(answer.status).toBe(400);
    expect(errorOf(answer).message).toMatch(message);
  });

  it('with a zero byte in a cell loses the byte only', async () => {
    const server = await startTestServer(FILES);
    expect((await send(server, 'id,title\na,x\0y\n')).json).toMatchObject({ created: 1 });
    expect(await read(server, 'a')).toMatchObject({ title: 'xy' });
  });
});

describe('an export for a spreadsheet', () => {
  const objects = {
    'bills/a.json': {
      id: 'a',
      title: 'x; y, z | "q"',
      amount: 1.234,
      price: -0.5,
      day: '2026-04-03',
      paid: true,
    },
    'bills/b.json': {
      id: 'b',
      title: 'Ä €',
      amount: 1234.5,
      day: '2026-04-03T10:30',
      due: '2026-05-09T07:30:00Z',
    },
    'bills/c.json': { id: 'c', title: '1,5', amount: 1e21, price: 1e-7, day: '2026-04-03T10:30:15.25' },
  };

  it('has the marks of a German Excel', async () => {
    const server = await startTestServer({ ...FILES, ...objects });
    const words = 'separator=semicolon&decimal=,&dates=dmy&encoding=utf-8-bom&fields=amount,price,day';
    const text = (await download(server, `/export/collections/bills/csv?${words}&sort=id`)).toString();
    expect(text.split('\n').slice(0, 3)).toEqual([
      '\ufeffid;amount;price;day',
      'a;1,234;-0,5;03.04.2026',
      'b;1234,5;;03.04.2026 10:30',
    ]);
  });

  const choices = ['', 'comma', 'semicolon', 'tab', 'bar'].flatMap((separator) =>
    ['', '.', ','].flatMap((decimal) =>
      ['', 'ymd', 'dmy', 'mdy'].map((dates, at) => ({
        ...{ separator, decimal, dates },
        encoding: ['utf-8', 'utf-8-bom', 'utf-16le'][at % 3] ?? '',
      })),
    ),
  );

  it('is read back the same with the same choices, whatever they are', async () => {
    const server = await startTestServer({ ...FILES, ...objects });
    for (const choice of choices) {
      const words = new URLSearchParams(Object.entries(choice).filter(([, word]) => word !== ''));
      const bytes = await download(server, `/export/collections/bills/csv?${words}`);
      const answer = await send(server, bytes, { update: 'true', ...Object.fromEntries(words) });
      expect([choice, answer.json]).toMatchObject([choice, { same: 3, updated: 0, failed: 0 }]);
    }
  });

  it('is read back the same without a choice, as far as its dates are clear', async () => {
    const server = await startTestServer({ ...FILES, ...objects });
    for (const choice of choices.filter(({ dates }) => dates !== 'mdy')) {
      const words = new URLSearchParams(Object.entries(choice).filter(([, word]) => word !== ''));
      const bytes = await download(server, `/export/collections/bills/csv?${words}`);
      const answer = await send(server, bytes, { update: 'true' });
      expect([choice, answer.json]).toMatchObject([choice, { same: 3, updated: 0, failed: 0 }]);
    }
  });

  it('rejects choices there are not', async () => {
    const server = await startTestServer(FILES);
    const answer = await server.request('/export/collections/bills/csv?dates=german');
    expect([answer.status, detailsOf(answer)]).toEqual([400, { dates: ['must be one of ymd, dmy, mdy'] }]);
  });
});
