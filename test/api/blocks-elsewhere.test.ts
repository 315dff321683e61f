/** Blocks where content leaves the folder and comes back: files of exports, AI clients and mirrors (spec/field-kinds.md#deck). */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse as parseCsv } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { connectMcp } from '../helpers/mcp-client.js';
import { plinth } from '../helpers/process.js';
import {
  type Files,
  startTestServer,
  type TestServer,
  temporaryFolder,
  writeFiles,
} from '../helpers/server.js';
import { download } from './transfer-files.js';

const SECTIONS = {
  top: { id: 'top', schema: 'hero', title: 'Seas, "wide"', note: 'kept' },
  said: { id: 'said', schema: 'quote', title: '<p>Well <strong>said</strong></p>', by: 'ada' },
  /** Of a schema that was taken out of the list. */
  old: { id: 'old', schema: 'banner', kept: 'by another program' },
};

const { old: _old, ...KNOWN } = SECTIONS;

/** The two schemas mean different things by `title`. */
const FILES: Files = {
  '.schemas/hero.json': {
    id: 'hero',
    properties: { title: { field: 'text' }, note: { field: 'text', mcp: { expose: false } } },
  },
  '.schemas/quote.json': {
    id: 'quote',
    properties: {
      title: { field: 'styledtext' },
      by: { field: 'select', settings: { relationalOptions: { collection: 'people' } } },
    },
  },
  '.schemas/page.json': {
    id: 'page',
    properties: {
      id: { field: 'id' },
      title: { field: 'text' },
      sections: { field: 'deck', label: 'Sections', schemaref: ['hero', 'quote'] },
    },
    required: ['id'],
  },
  '.schemas/person.json': { id: 'person', properties: { id: { field: 'id' } } },
  'pages/.meta.json': { id: 'pages', schema: 'page', name: 'Pages' },
  'people/.meta.json': { id: 'people', schema: 'person', name: 'People' },
  'people/ada.json': { id: 'ada' },
  'pages/home.json': { id: 'home', title: 'Home', sections: SECTIONS },
  'pages/plain.json': { id: 'plain', title: 'Plain', sections: KNOWN },
};
const PLACE = { collection: 'pages', id: 'home' };

describe('blocks in files of exports', () => {
  it.each(['csv', 'json', 'zip'])(
    '%s: come back in another folder with the schema each names',
    async (format) => {
      const server = await startTestServer(FILES);
      const exported = await download(server, `/export/collections/pages/${format}`);
      if (format === 'csv') {
        const [row] = parseCsv<Record<string, string>>(exported.toString(), { columns: true });
        expect(JSON.parse(row?.sections ?? '')).toMatchObject(KNOWN);
      }
      const importInto = async (target: TestServer, fields: Record<string, string> = {}) => {
        const body = new FormData();
        for (const [name, value] of Object.entries(fields)) body.set(name, value);
        body.set(format, new Blob([new Uint8Array(exported)]), `pages.${format}`);
        const path = `/import/collections/pages/${format}`;
        return (await target.request(path, { method: 'POST', body })).json;
      };
      const storedIn = async (target: TestServer, id: string) =>
        JSON.parse((await target.read(`pages/${id}.json`)).toString()).sections;
      // A zip puts whole objects in the place of others; changed ones also keep what only another program has written.
      if (format !== 'zip') {
        await server.request('/api/collections/pages/home/sections/deck/top', {
          method: 'PUT',
          json: { schema: 'hero', title: 'Changed', note: 'kept' },
        });
        expect(await importInto(server, { update: 'true' })).toMatchObject({ failed: 0, updated: 1 });
        expect(await storedIn(server, 'home')).toEqual(SECTIONS);
      }

      const { 'pages/home.json': _home, 'pages/plain.json': _plain, ...without } = FILES;
      const other = await startTestServer(without);
      expect(await importInto(other)).toMatchObject({
        ...{ import_count: 1, failed: 1 },
        errors: [
          { id: 'home', details: { 'sections.old.schema': [expect.stringContaining('must be one of')] } },
        ],
      });
      expect(await storedIn(other, 'plain')).toEqual(KNOWN);
      expect(Object.keys(await storedIn(other, 'plain'))).toEqual(['top', 'said']);
      // A wrong one is named with its row.
      const wrong = new FormData();
      const csv = `id,sections\nx,"{""a"":{""schema"":""stop""}}"\ny,"{""a"":{""schema"":""hero"",""title"":""Y""}}"\n`;
      wrong.set('csv', new Blob([csv]), 'pages.csv');
      const rejected = await other.request('/import/collections/pages/csv', { method: 'POST', body: wrong });
      expect(rejected.json).toMatchObject({
        import_count: 1,
        failed: 1,
        errors: [{ id: 'x', details: { 'sections.a.schema': [expect.stringContaining('must be one of')] } }],
      });
    },
  );
});

describe('blocks of AI clients', () => {
  it('are read and written as Markdown by the schema of each', async () => {
    const server = await startTestServer(FILES);
    const { call } = await connectMcp(server.url, { key: await server.key() });
    const { value } = await call('get_object', PLACE);
    const { rev, object } = Object(value);
    expect(object.sections).toMatchObject({
      top: { schema: 'hero', title: 'Seas, "wide"' },
      said: { schema: 'quote', title: 'Well **said**' },
    });
    expect(JSON.stringify(object)).not.toContain('kept');
    const described = await call('describe_collection', { collection: 'pages' });
    expect(described.value).toMatchObject({
      properties: { sections: { field: 'deck', parts: ['hero', 'quote'] } },
      parts: { hero: { title: { field: 'text' } }, quote: { title: { richText: true } } },
    });
    expect(described.text).not.toContain('"note"');
    const sections = {
      ...object.sections,
      said: { ...object.sections.said, title: 'Well *put*' },
      more: { schema: 'hero', title: 'Two * three' },
    };
    const changed = await call('update_object', { ...PLACE, rev, object: { sections } });
    expect([changed.isError, changed.text]).toEqual([false, expect.any(String)]);
    const stored = JSON.parse((await server.read('pages/home.json')).toString());
    expect(stored.sections).toEqual({
      top: SECTIONS.top,
      said: { ...SECTIONS.said, title: '<p>Well <em>put</em></p>' },
      old: SECTIONS.old,
      more: { id: 'more', schema: 'hero', title: 'Two * three' },
    });
    const wrong = { sections: { x: { schema: 'stop' } } };
    const refused = await call('create_object', { collection: 'pages', object: { id: 'n', ...wrong } });
    expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining('must be one of')]);
  });
});

describe('blocks in a mirror', () => {
  it.each(['json', 'markdown'])('%s: are there with the schema each names', async (format) => {
    const home = await temporaryFolder();
    await writeFiles(
      home,
      Object.fromEntries(Object.entries(FILES).map(([path, file]) => [`data/${path}`, file])),
    );
    const at = (name: string) => join(home, name);
    const out = at('out');
    const args = ['--data', at('data'), '--cache', at('cache'), '--state', at('state'), '--out', out];
    const { code, stderr } = await plinth(['mirror', ...args, '--as', format]);
    expect([code, stderr]).toEqual([0, '']);
    const text = await readFile(join(out, 'pages', format === 'json' ? 'home.json' : 'home.md'), 'utf8');
    const read = format === 'json' ? JSON.parse(text) : parseYaml(text.split('---\n')[1] ?? '');
    const { note: _note, ...top } = SECTIONS.top;
    expect(read.sections).toMatchObject({ top, said: { schema: 'quote', by: 'ada' } });
    expect(read.sections.said.title).toContain('said');
  });
});
