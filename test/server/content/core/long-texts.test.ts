import { describe, expect, it } from 'vitest';
import { createObject, patchObject } from '../../../../server/content/objects/write.js';
import { sanitizeRichText } from '../../../../server/properties/styledtext/sanitize.js';
import { sanitizeSvg } from '../../../../server/properties/svg/sanitize.js';
import { makeSite, refusal } from '../../../helpers/site.js';

const LONG = `<p class="a" onclick="x()">${'word <script>x</script>'.repeat(5000)}</p>`;

const seed = {
  schemas: [
    {
      id: 'page',
      properties: {
        id: { field: 'id' },
        text: { field: 'styledtext' },
        drawing: { field: 'svg' },
        words: { field: 'localizedstyledtext' },
        parts: { field: 'deck', schemaref: 'part' },
      },
      required: ['id'],
      index: ['id'],
    },
    {
      id: 'part',
      properties: { id: { field: 'id' }, text: { field: 'styledtext' } },
      required: [],
      index: [],
    },
  ],
  collections: [{ id: 'pages', schema: 'page', name: 'Pages' }],
  objects: { pages: [{ id: 'one' }, { id: 'two' }] },
};

describe('long texts', () => {
  it('are stored as short ones are, wherever they stand', async () => {
    const { site, read } = await makeSite(seed);
    const drawing = `<svg>${'<path d="M0 0"/><script>x</script>'.repeat(3000)}</svg>`;
    await createObject(site, 'pages', {
      id: 'three',
      text: LONG,
      drawing,
      words: { en: LONG },
      parts: { a: { text: LONG } },
    });
    const clean = sanitizeRichText(LONG);
    expect(await read('pages/three.json')).toMatchObject({
      text: clean,
      drawing: sanitizeSvg(drawing),
      words: { en: clean },
      parts: { a: { text: clean } },
    });
  });

  it('beyond the limits are rejected under their names, and the next one is taken', async () => {
    const { site } = await makeSite(seed);
    const deep = '<div>'.repeat(50_000);
    const body = { text: deep, parts: { a: { text: '<br>'.repeat(200_000) } } };
    expect(await refusal(patchObject(site, 'pages', 'one', body))).toMatchObject({
      kind: 'validation',
      details: {
        text: ['Text must not nest tags deeper than 200 levels'],
        'parts.a.text': ['Parts › a › Text must not have more than 100,000 tags'],
      },
    });
    await patchObject(site, 'pages', 'one', { text: LONG });
  });

  it('keep later changes of their object waiting, and no others', async () => {
    const { site, read } = await makeSite(seed);
    const ended: string[] = [];
    const save = (id: string, text: string, name: string) =>
      patchObject(site, 'pages', id, { text }).then(() => ended.push(name));
    const costly = `<p>${'<b>a</b> & <i>b</i> '.repeat(20_000)}</p>`;
    await Promise.all([
      save('one', costly, 'long'),
      save('one', '<p>short</p>', 'after'),
      save('two', '<p>a</p>', 'other'),
    ]);
    expect(ended).toEqual(['other', 'long', 'after']);
    expect(await read('pages/one.json')).toMatchObject({ text: '<p>short</p>' });
  });

  it('are rejected when the folder is closed, and leave the object as it was', async () => {
    const { site, read, cleanup } = await makeSite({ ...seed, manual: true });
    const saving = patchObject(site, 'pages', 'one', { text: LONG });
    const refused = expect(saving).rejects.toThrow();
    await site.close();
    await refused;
    expect(await read('pages/one.json')).not.toHaveProperty('text');
    await cleanup();
  });
});
