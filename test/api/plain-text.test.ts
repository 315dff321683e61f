import { describe, expect, it } from 'vitest';
import { type Files, startTestServer, type TestServer } from '../helpers/server.js';

const MARKS = [
  'Using the <script> tag & the <template> element',
  'if (a<b && c>d) use <MyComponent/> or List<String>',
  'things & “quotes” <b>',
  '&lt;p&gt; &amp; <img src=x onerror=alert(1)',
  '<!-- TODO --> </p> ]]> {{ x }} "\'`',
];

const FILES: Files = {
  '.schemas/every.json': {
    id: 'every',
    type: 'object',
    properties: {
      id: { type: 'string', field: 'id' },
      line: { type: 'string', field: 'text' },
      lines: { type: 'string', field: 'textarea' },
      silent: { type: 'string', field: 'hidden' },
      words: { type: 'array', field: 'list' },
      choice: { type: 'string', field: 'select' },
      choices: { type: 'array', field: 'multiselect' },
      translated: { type: 'object', field: 'localizedtext' },
      strange: { type: 'string', field: 'no-such-kind' },
      marked: { type: 'string', field: 'textarea', settings: { htmlclean: true } },
      rich: { type: 'string', field: 'styledtext' },
      drawing: { $ref: 'svg', field: 'svg' },
      spoken: { type: 'object', field: 'localizedstyledtext' },
      parts: { $ref: 'deck', field: 'deck', schemaref: 'part' },
    },
    required: [],
    index: ['line'],
  },
  '.schemas/part.json': {
    id: 'part',
    type: 'object',
    properties: {
      id: { type: 'string', field: 'id' },
      label: { type: 'string', field: 'text' },
      body: { type: 'string', field: 'styledtext' },
    },
    required: [],
    index: [],
  },
  'things/.meta.json': { id: 'things', schema: 'every', name: 'Things' },
};

const AT = '/api/collections/things';
const WARNINGS = 'x-plinth-warnings';

const stored = async (server: TestServer, id: string) =>
  JSON.parse((await server.read(`things/${id}.json`)).toString());

describe('plain text', () => {
  it('keeps every character in every kind that is not markup, in the file and in the answer', async () => {
    const server = await startTestServer(FILES);
    for (const [at, text] of MARKS.entries()) {
      const words = [text, `${text} 2`];
      const plain = {
        ...{ line: text, lines: `${text}\n${text}`, silent: text, choice: text, strange: text },
        ...{ words, choices: words, translated: { en: text } },
        parts: { one: { label: text } },
      };
      const id = `o${at}`;
      const made = await server.request(AT, { method: 'POST', json: { id, ...plain } });
      expect([made.status, made.headers.get(WARNINGS)]).toEqual([201, null]);
      expect(made.json).toMatchObject(plain);
      expect(await stored(server, id)).toMatchObject(plain);
      const put = await server.request(`${AT}/${id}/line`, { method: 'PUT', json: `${text}!` });
      expect([put.status, put.json.line]).toEqual([200, `${text}!`]);
    }
  });

  it('is searched as it stands; of markup only the words are', async () => {
    const server = await startTestServer(FILES);
    const object = {
      id: 'a',
      line: 'a <Needle> in &amp; out',
      words: ['<Pin>'],
      translated: { en: '<Thimble>' },
      strange: '<Cotton>',
      marked: '<em>sti</em>tch',
      rich: '<p class="loud">ha<b>y</b> &amp; sons</p>',
      drawing: '<svg xmlns="http://www.w3.org/2000/svg"><title>Spool</title></svg>',
      spoken: { en: '<p>twi<i>ne</i></p>' },
      parts: { one: { id: 'one', label: '<Button>', body: '<p>zip<u>per</u></p>' } },
    };
    expect((await server.request(AT, { method: 'POST', json: object })).status).toBe(201);
    const found = ['needle', 'amp', 'pin', 'thimble', 'cotton', 'stitch', 'hay', '"hay & sons"', 'spool'];
    const inParts = ['twine', 'button', 'zipper', '"<needle> in &amp;"'];
    const tags = ['loud', 'p', 'em', 'b', 'svg', 'u', 'i', '"& out"'];
    const totals: Record<string, unknown> = {};
    for (const search of [...found, ...inParts, ...tags]) {
      const { json } = await server.request(`${AT}?search=${encodeURIComponent(search)}`);
      totals[search] = json.total;
    }
    expect(totals).toEqual({
      ...Object.fromEntries([...found, ...inParts].map((search) => [search, 1])),
      ...Object.fromEntries(tags.map((search) => [search, 0])),
    });
  });

  it('reaches CSV as it is and HTML escaped', async () => {
    const server = await startTestServer(FILES);
    await server.request(AT, { method: 'POST', json: { id: 'a', line: '<b>"R&D"</b>' } });
    const csv = await server.request('/report/collections/things/csv?fields=line');
    expect(csv.text).toContain('"<b>""R&D""</b>"');
    const html = await server.request(`${AT}/query?format=html&include=line`);
    expect(html.text).toContain('&lt;b&gt;&quot;R&amp;D&quot;&lt;/b&gt;');
    expect(html.text).not.toContain('<b>');
  });

  it('loses control characters and nothing else', async () => {
    const server = await startTestServer(FILES);
    const made = await server.request(AT, {
      method: 'POST',
      json: { id: 'a', line: 'a\u0000b\u001b[0mc\td\r\n\u200de', words: ['x\u0007y'] },
    });
    expect(made.json).toMatchObject({ line: 'ab[0mc\td\r\n\u200de', words: ['xy'] });
  });
});

describe('what sanitising takes out of markup', () => {
  const SCRIPT = '<p>a</p><script>b</script>';

  it.each([
    ['rich text', { rich: SCRIPT }, 'rich'],
    ['a comment in rich text', { rich: '<p>a</p><!-- b -->' }, 'rich'],
    ['a data attribute', { rich: '<p data-card="b">a</p>' }, 'rich'],
    ['a drawing', { drawing: '<svg><script>x</script></svg>' }, 'drawing'],
    ['a translation', { spoken: { en: SCRIPT } }, 'spoken'],
    ['a plain kind with htmlclean', { marked: SCRIPT }, 'marked'],
    ['an item of a deck', { parts: { one: { body: SCRIPT } } }, 'parts.one.body'],
    ['several', { rich: SCRIPT, marked: SCRIPT, line: SCRIPT }, 'rich, marked'],
    ['nothing of sound markup', { rich: '<p>a<br>b</p>', marked: 'R&D' }, null],
  ])('is told by X-Plinth-Warnings: %s', async (_, sent, told) => {
    const server = await startTestServer(FILES);
    const made = await server.request(AT, { method: 'POST', json: { id: 'a', ...sent } });
    expect([made.status, made.headers.get(WARNINGS)]).toEqual([201, told]);
    const put = await server.request(`${AT}/a`, { method: 'PUT', json: sent });
    expect([put.status, put.headers.get(WARNINGS)]).toEqual([200, told]);
    const operations = [{ operation: 'patch', collection: 'things', id: 'a', data: sent }];
    const batch = await server.request('/api/batch', { method: 'POST', json: { operations } });
    const places = told?.split(', ').map((name) => `operations[0].data.${name}`);
    expect([batch.status, batch.headers.get(WARNINGS)]).toEqual([200, places?.join(', ') ?? null]);
    // What is stored is sound: saving it again takes nothing out.
    const again = await server.request(`${AT}/a`, { method: 'PUT', json: await stored(server, 'a') });
    expect([again.status, again.headers.get(WARNINGS)]).toEqual([200, null]);
  });

  it('is told for a single property too', async () => {
    const server = await startTestServer(FILES);
    await server.request(AT, { method: 'POST', json: { id: 'a' } });
    const put = await server.request(`${AT}/a/rich`, { method: 'PUT', json: SCRIPT });
    expect([put.status, put.headers.get(WARNINGS)]).toEqual([200, 'rich']);
  });
});
