import { describe, expect, it } from 'vitest';
import { queryPage } from '../../../../server/content/reading/query.js';
import { queryCsv, queryHtml } from '../../../../server/content/reading/query-formats.js';
import { makeFiled } from '../filed-walks.js';
import { makeWalks } from '../walks.js';

const textOf = (parts: Iterable<string>) => [...parts].join('');

describe('a query as CSV', () => {
  it('has the properties of the page in the schema’s order', async () => {
    const { site } = await makeFiled();
    const page = await queryPage(site, 'walks', { limit: '2', exclude: 'created,modified' });
    expect(textOf(queryCsv(page))).toBe(
      [
        'id,title,km,level,open,tags,note',
        'a,River walk,12,easy,true,"[""water"",""Long""]",Bring boots',
        'b,river bank,3,hard,false,"[""water""]",',
        '',
      ].join('\n'),
    );
  });

  it('of nothing is a header of the schema’s properties', async () => {
    const { site } = await makeWalks();
    expect(textOf(queryCsv(await queryPage(site, 'notes', {})))).toBe(
      'id,title,count,value,note,created,modified\n',
    );
    expect(textOf(queryCsv(await queryPage(site, 'notes', { include: 'value,title' })))).toBe(
      'id,title,value\n',
    );
  });

  it('holds no cell that a spreadsheet would calculate', async () => {
    const { site } = await makeWalks({
      objects: { notes: [{ id: 'a', title: '=1+1', value: '-1+1|cmd', note: '@x, "y"', count: -5 }] },
    });
    const page = await queryPage(site, 'notes', { exclude: 'created,modified' });
    const [, line = ''] = textOf(queryCsv(page)).split('\n');
    expect(line).toMatch(/^a,("?)'=1\+1\1,-5,("?)'-1\+1\|cmd\2,"'@x, ""y"""$/);
  });
});

describe('a query as HTML', () => {
  it('is a table with everything escaped, and a link to the next page', async () => {
    const { site } = await makeWalks({
      files: { 'notes/a.json': { id: 'a', title: '"A" & \'B\' <script>alert(1)</script>', count: 3 } },
    });
    const page = await queryPage(site, 'notes', { include: 'title,count' });
    const html = textOf(queryHtml(page, '/api/x?a=1&offset=1'));
    expect(html).toBe(
      [
        '<table class="plinth-query">',
        '<thead><tr><th>id</th><th>title</th><th>count</th></tr></thead>',
        '<tbody>',
        '<tr><td>a</td><td>&quot;A&quot; &amp; &#39;B&#39; &lt;script&gt;alert(1)&lt;/script&gt;</td><td>3</td></tr>',
        '</tbody>',
        '</table>',
        '<a rel="next" href="/api/x?a=1&amp;offset=1">Next page</a>',
        '',
      ].join('\n'),
    );
    expect(textOf(queryHtml(page))).not.toContain('<a');
  });
});
