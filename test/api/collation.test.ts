/** Natural order is that of the language of the texts (spec/queries.md#sort). */
import { expect, it } from 'vitest';
import { detailsOf, type Files, startTestServer } from '../helpers/server.js';

const TITLES = ['Öl 10', 'Zebra', 'Apfel', 'öl 2', 'Ål', 'Ohr'];

const FILES: Files = {
  '.schemas/word.json': {
    id: 'word',
    properties: {
      id: { field: 'id' },
      title: { field: 'text' },
      danish: { field: 'text', settings: { lang: 'da' } },
      names: { field: 'localizedtext' },
      of: { field: 'select', settings: { propertyOptions: true } },
    },
    required: ['id'],
    index: ['id', 'title'],
  },
  'words/.meta.json': { id: 'words', schema: 'word', name: 'Words' },
  ...Object.fromEntries(
    TITLES.map((title, n) => [
      `words/w${n}.json`,
      { id: `w${n}`, title, danish: title, of: title, names: { de: title, sv: title } },
    ]),
  ),
};

const GERMAN = ['Ål', 'Apfel', 'Ohr', 'öl 2', 'Öl 10', 'Zebra'];
const PLAIN = ['Ål', 'Apfel', 'Ohr', 'öl 2', 'Öl 10', 'Zebra'];
const SWEDISH = ['Apfel', 'Ohr', 'Zebra', 'Ål', 'öl 2', 'Öl 10'];
const DANISH = ['Apfel', 'Ohr', 'Zebra', 'öl 2', 'Öl 10', 'Ål'];

it('sorts as in the language of the folder, of the property or of the name, once it is known', async () => {
  const server = await startTestServer(FILES);
  const sorted = async (name: string) => {
    const { json, headers } = await server.request(
      `/api/collections/words?sort=${name}:asc:natural&order=asc`,
    );
    const titles = (json as unknown as { objects: { title: string }[] }).objects.map(({ title }) => title);
    return { titles, etag: headers.get('etag') };
  };
  const titles = async (name: string) => (await sorted(name)).titles;
  const choose = (language: string | null) =>
    server.request('/api/settings', { method: 'PATCH', json: { 'general.language': language } });

  // Asked several times: pages are kept, and still another order is another page.
  for (let n = 0; n < 3; n += 1) expect(await titles('title')).toEqual(PLAIN);
  const before = await sorted('title');
  expect(await titles('danish')).toEqual(DANISH);
  expect(await titles('names.sv')).toEqual(SWEDISH);
  expect(await titles('names.de')).toEqual(GERMAN);

  const rejected = await choose('no language');
  expect(rejected.status).toBe(422);
  expect(detailsOf(rejected)['general.language']).toEqual(['must be a language such as de or pt-BR']);
  expect((await choose('sv')).status).toBe(200);
  const after = await sorted('title');
  expect(after.titles).toEqual(SWEDISH);
  expect(after.etag).not.toBe(before.etag);
  expect(await titles('danish')).toEqual(DANISH);
  expect((await server.request('/api/status')).json).toMatchObject({ language: 'sv' });

  const choices = await server.request('/api/collections/words/schema/options/of');
  const { options } = choices.json as unknown as { options: { label: string }[] };
  expect(options.map(({ label }) => label)).toEqual(SWEDISH);
  const found = await server.request('/api/search/titles?q=Öl');
  const { objects } = found.json as unknown as { objects: { title: string }[] };
  expect(objects.map(({ title }) => title)).toEqual(['öl 2', 'Öl 10']);

  await choose(null);
  expect(await titles('title')).toEqual(PLAIN);
});
