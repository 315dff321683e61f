import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { detailsOf, type Files, startTestServer } from '../helpers/server.js';
import { download } from './transfer-files.js';

const ITEM = {
  id: 'order-item',
  properties: {
    id: { $ref: 'slug', field: 'id' },
    value: { type: 'number', field: 'number', label: 'Price' },
    status: { type: 'string', field: 'text' },
  },
  required: ['id'],
  index: ['id'],
};
const ORDER = {
  id: 'order',
  properties: {
    id: { $ref: 'slug', field: 'id' },
    name: { type: 'string', field: 'text', label: 'Customer' },
    note: { type: 'string', field: 'textarea' },
    paid: { type: 'boolean', field: 'toggle' },
    total: { type: 'number', field: 'number' },
    tags: { $ref: 'list', field: 'list' },
    pin: { type: 'string', field: 'secret' },
    items: { $ref: 'deck', field: 'deck', label: 'Items', schemaref: 'order-item' },
    returns: { $ref: 'deck', field: 'deck', schemaref: 'order-item' },
    address: { $ref: 'card', field: 'card', schemaref: 'order-item' },
  },
  required: ['id'],
  index: ['id', 'name', 'paid'],
};
const at = (day: number) => ({
  created: `2026-01-0${day}T10:00:00.000Z`,
  modified: `2026-01-0${day}T10:00:00.000Z`,
});
const SHOP: Files = {
  '.schemas/order-item.json': ITEM,
  '.schemas/order.json': ORDER,
  'orders/.meta.json': { id: 'orders', schema: 'order', name: 'Orders', labelSingular: 'Order' },
  'orders/a.json': {
    id: 'a',
    name: 'Ann, "the boss"',
    note: 'one\ntwo',
    paid: true,
    total: -12.5,
    tags: ['x', 'y'],
    pin: 'hush',
    items: {
      one: { id: 'one', value: 1, status: 'sent' },
      two: { id: 'two', value: 2, status: '=late' },
    },
    returns: { back: { id: 'back', value: 9, status: 'back' } },
    address: { id: 'address', status: 'home' },
    ...at(1),
  },
  'orders/b.json': { id: 'b', name: '=1+1', paid: false, items: {}, returns: [], ...at(2) },
  'orders/c.json': { id: 'c', name: 'Cy', ...at(3) },
};
const REPORT = '/report/collections/orders';

describe('GET /report/collections/{c}/fields', () => {
  it('names the fields, id first, then A-Z, then those of decks and cards, without private ones', async () => {
    const server = await startTestServer(SHOP);
    const { text, headers } = await server.request(`${REPORT}/fields?format=json`);
    expect(headers.get('content-type')).toContain('application/json');
    const fields = JSON.parse(text);
    expect(fields.map(({ name }: { name: string }) => name)).toEqual([
      'id',
      ...['address', 'created', 'items', 'modified', 'name', 'note', 'paid', 'returns', 'tags', 'total'],
      ...['address.id', 'address.status', 'address.value', 'items.id', 'items.status', 'items.value'],
      ...['returns.id', 'returns.status', 'returns.value'],
    ]);
    expect(fields).toContainEqual({ name: 'name', label: 'Customer', type: 'string' });
    expect(fields).toContainEqual({ name: 'items.value', label: 'Price', type: 'number' });
    expect(fields).toContainEqual({ name: 'items', label: 'Items', type: 'deck' });
  });

  it('is a fragment of check boxes unless JSON is asked for, with every text escaped', async () => {
    const properties = {
      ...ORDER.properties,
      name: { type: 'string', field: 'text', label: '<b>"X"' },
      floors: { type: 'integer', field: 'number' },
    };
    const server = await startTestServer({ ...SHOP, '.schemas/order.json': { ...ORDER, properties } });
    const { text, headers } = await server.request(`${REPORT}/fields`);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(text).toContain('<legend>Order</legend>');
    expect(text).toContain('<legend>Items</legend>');
    expect(text).toContain(
      '<input type="checkbox" name="fields" value="items.value" data-type="number"> Price',
    );
    expect(text).toContain('value="floors" data-type="integer"');
    expect(text).toContain('&lt;b&gt;&quot;X&quot;');
    expect(text).not.toContain('<b>');
  });

  it.each(['xml', 'JSON', 'toString'])('answers 400 to the format %s', async (format) => {
    const server = await startTestServer(SHOP);
    const answer = await server.request(`${REPORT}/fields?format=${format}`);
    expect([answer.status, Object.keys(detailsOf(answer))]).toEqual([400, ['format']]);
    expect((await server.request(`${REPORT}/fields?format=`)).text).toContain('<fieldset');
  });
});

describe('GET /report/collections/{c}/csv', () => {
  const rowsOf = (text: string): string[][] => parse(text);

  it('has a row for each object, is saved as a file, and writes values as specified', async () => {
    const server = await startTestServer(SHOP);
    const answer = await server.request(`${REPORT}/csv?fields=id,name,note,paid,total,tags,nothing&sort=id`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename=report-orders.csv');
    expect(answer.headers.get('x-total-count')).toBe('3');
    expect(rowsOf(answer.text)).toEqual([
      ['id', 'name', 'note', 'paid', 'total', 'tags', 'nothing'],
      ['a', 'Ann, "the boss"', 'one\\ntwo', 'true', '-12.5', '["x","y"]', ''],
      ['b', "'=1+1", '', 'false', '', '', ''],
      ['c', 'Cy', '', '', '', '', ''],
    ]);
    expect(answer.text).toContain(`"'=1+1"`);
  });

  it('has a row for each item of a deck, with the scalars in front and repeated', async () => {
    const server = await startTestServer(SHOP);
    const { text } = await server.request(`${REPORT}/csv?fields=items.status,name,items.value,id&sort=id`);
    expect(rowsOf(text)).toEqual([
      ['name', 'id', 'items.status', 'items.value'],
      ['Ann, "the boss"', 'a', 'sent', '1'],
      ['Ann, "the boss"', 'a', "'=late", '2'],
      ["'=1+1", 'b', '', ''],
      ['Cy', 'c', '', ''],
    ]);
  });

  it('adds the rows of two decks, and reaches into cards', async () => {
    const server = await startTestServer(SHOP);
    const query = 'fields=id,items.value,returns.value,address.status&sort=id&include=paid:true';
    expect(rowsOf((await server.request(`${REPORT}/csv?${query}`)).text)).toEqual([
      ['id', 'address.status', 'items.value', 'returns.value'],
      ['a', 'home', '1', ''],
      ['a', 'home', '2', ''],
      ['a', 'home', '', '9'],
    ]);
  });

  it.each([
    ['include=paid', 'a'],
    ['filter=paid', 'a'],
    ['exclude=paid', 'b,c'],
    ['include=name:c*', 'c'],
    ['search=boss', 'a'],
    ['sort=-id', 'c,b,a'],
  ])('is made of the objects of %s', async (query, ids) => {
    const server = await startTestServer(SHOP);
    const { text } = await server.request(`/api${REPORT}/csv?fields=id&${query}`);
    expect(text.trim().split('\n').slice(1).join()).toBe(ids);
  });

  it.each(['', '?fields=', '?fields=,%20,', `?fields=${Array.from({ length: 1001 }, (_, n) => `f${n}`)}`])(
    'rejects fields such as %.20j',
    async (query) => {
      const server = await startTestServer(SHOP);
      const answer = await server.request(`${REPORT}/csv${query}`);
      expect([answer.status, Object.keys(detailsOf(answer))]).toEqual([400, ['fields']]);
    },
  );

  it('leaves unknown and hostile names empty and never shows a secret', async () => {
    const server = await startTestServer(SHOP);
    const names = 'constructor.name,__proto__,name.length,items.__proto__.x,pin,id';
    const { status, text } = await server.request(`${REPORT}/csv?fields=${names}&include=id:a`);
    const [header, row] = rowsOf(text);
    expect([status, header]).toEqual([
      200,
      ['constructor.name', '__proto__', 'name.length', 'pin', 'id', 'items.__proto__.x'],
    ]);
    expect(row).toEqual(['', '', '', '', 'a', '']);
  });

  it('answers 404 for an unknown collection, and 401 to anonymous callers unless the collection is public', async () => {
    const open = { id: 'orders', schema: 'order', publicOperations: ['read'] };
    const [closed, opened] = [
      await startTestServer(SHOP),
      await startTestServer({ ...SHOP, 'orders/.meta.json': open }),
    ];
    expect((await closed.request('/report/collections/nowhere/csv?fields=id')).status).toBe(404);
    expect((await closed.request(`${REPORT}/csv?fields=id`, { as: 'nobody' })).status).toBe(401);
    expect((await opened.request(`${REPORT}/csv?fields=id`, { as: 'nobody' })).status).toBe(200);
    const key = await closed.key({ methods: ['GET'], paths: ['/report/collections/orders'] });
    expect((await closed.request(`/api${REPORT}/csv?fields=id`, { as: { key } })).status).toBe(200);
  });

  it('has the separator, the marks and the encoding of a German Excel, in cards and decks as well', async () => {
    const day = { type: 'string', field: 'date' };
    const server = await startTestServer({
      '.schemas/order-item.json': { ...ITEM, properties: { ...ITEM.properties, day } },
      '.schemas/order.json': { ...ORDER, properties: { ...ORDER.properties, day, code: { type: 'string' } } },
      'orders/.meta.json': { id: 'orders', schema: 'order' },
      'orders/a.json': {
        ...{ id: 'a', name: 'Ä;', code: '1.5', day: '2026-12-24', total: -12.5, tags: [1.5] },
        address: { value: 0.25, day: 'soon' },
        items: { one: { id: 'one', value: 1.5, day: '2026-02-01' } },
        ...at(1),
      },
    });
    const fields = 'fields=name,code,day,total,tags,created,address.value,address.day,items.value,items.day';
    const words = 'separator=semicolon&decimal=,&dates=dmy';
    const answer = await server.request(`${REPORT}/csv?${fields}&${words}&encoding=utf-8-bom`);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.text.split('\n').slice(0, 2)).toEqual([
      'name;code;day;total;tags;created;address.value;address.day;items.value;items.day',
      '"Ä;";1.5;24.12.2026;-12,5;[1.5];2026-01-01T10:00:00.000Z;0,25;soon;1,5;01.02.2026',
    ]);
    const bytes = await download(server, `${REPORT}/csv?${fields}&${words}&encoding=utf-8-bom`);
    expect(bytes.subarray(0, 5)).toEqual(Buffer.from('\ufeffna'));
    const wide = await server.request(`${REPORT}/csv?${fields}&encoding=utf-16le`);
    expect(wide.headers.get('content-type')).toBe('text/csv; charset=utf-16');
    expect(wide.headers.get('etag')).not.toBe(answer.headers.get('etag'));
    const none = await server.request(`${REPORT}/csv?${fields}&decimal=;`);
    expect([none.status, Object.keys(detailsOf(none))]).toEqual([400, ['decimal']]);
  });

  it('answers 304 while nothing has changed', async () => {
    const server = await startTestServer(SHOP);
    const path = `${REPORT}/csv?fields=id,name`;
    const etag = (await server.request(path)).headers.get('etag') ?? '';
    const again = () => server.request(path, { headers: { 'if-none-match': etag } });
    expect((await again()).status).toBe(304);
    await server.request('/collections/orders/c', { method: 'PATCH', json: { name: 'Cyd' } });
    expect((await again()).status).toBe(200);
    expect((await server.request(path, { method: 'HEAD' })).text).toBe('');
  });
});

describe('GET /report/collections/{c}/json', () => {
  it('keeps values as they are and decks nested, with the asked fields only', async () => {
    const server = await startTestServer(SHOP);
    const answer = await server.request(
      `${REPORT}/json?fields=name,total,items.value,items.status,address.status,missing&sort=id`,
    );
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename=report-orders.json');
    expect(JSON.parse(answer.text)).toEqual([
      {
        name: 'Ann, "the boss"',
        total: -12.5,
        address: { status: 'home' },
        items: { one: { value: 1, status: 'sent' }, two: { value: 2, status: '=late' } },
      },
      { name: '=1+1', items: {} },
      { name: 'Cy' },
    ]);
    const whole = await server.request(`${REPORT}/json?fields=items,items.value&include=id:a`);
    expect(JSON.parse(whole.text)[0].items.one).toEqual({ id: 'one', value: 1, status: 'sent' });
  });

  it('is an empty list where nothing matches', async () => {
    const server = await startTestServer(SHOP);
    expect(JSON.parse((await server.request(`${REPORT}/json?fields=id&include=id:zz`)).text)).toEqual([]);
  });

  it('names the objects it had to omit', async () => {
    const server = await startTestServer({ ...SHOP, 'orders/torn.json': '{"id":"torn",' });
    const { json, headers } = await server.request(`${REPORT}/json?fields=id&sort=id`);
    expect(json).toEqual({ data: [{ id: 'a' }, { id: 'b' }, { id: 'c' }], errors: ['torn'] });
    expect(headers.get('x-skipped-count')).toBe('1');
    expect((await server.request(`${REPORT}/csv?fields=id`)).headers.get('x-skipped-count')).toBe('1');
  });
});

/** The group REPORT of the corpus of bad inputs, as far as it is not said above. */
describe('bad inputs of reports', () => {
  it.each(['+1', '-1+1|cmd', '\t=1', '\r=1', '=HYPERLINK("http://127.0.0.1/")', '@x', '=1+1', '＝1'])(
    'a title %j is a quoted text in CSV and itself in JSON',
    async (title) => {
      const server = await startTestServer(SHOP);
      const sent = await server.request('/collections/orders/c/name', { method: 'PUT', json: title });
      expect(sent.status).toBe(200);
      const query = 'fields=name&include=id:c';
      const { text } = await server.request(`${REPORT}/csv?${query}`);
      expect(text).toMatch(/^name\n"'/);
      const [, [cell = ''] = []]: string[][] = parse(text);
      expect(cell).not.toMatch(/^\s*[=+\-@＝\t\r]/);
      const stored = sent.json.name;
      expect(JSON.parse((await server.request(`${REPORT}/json?${query}`)).text)).toEqual([{ name: stored }]);
    },
  );

  it('the name of a collection adds no header', async () => {
    const server = await startTestServer(SHOP);
    const { head, status } = await server.raw(
      `GET /report/collections/orders%0d%0aX-Evil:%201/csv?fields=name HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n` +
        `Cookie: ${server.cookie}\r\nConnection: close\r\n\r\n`,
    );
    expect(status).toBe(404);
    expect(head).not.toMatch(/^x-evil/im);
  });

  it('two thousand fields are one when they are the same', async () => {
    const server = await startTestServer(SHOP);
    const { status, text } = await server.request(`${REPORT}/csv?fields=${Array(1200).fill('name')}`);
    expect([status, text.split('\n')[0]]).toEqual([200, 'name']);
  });
});
