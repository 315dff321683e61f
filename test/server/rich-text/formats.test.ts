/** Rich text between stored HTML and the formats of AI clients. */
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { sanitizeRichText } from '../../../server/properties/styledtext/sanitize.js';
import { Conversions, htmlFrom } from '../../../server/rich-text/conversions.js';
import { rendered } from '../../../server/rich-text/formats.js';

const conversions = new Conversions();
afterAll(() => conversions.close());
const clean = async (html: string) => sanitizeRichText(html);
const flat = (html: string) => html.replace(/\s+(?=<)|(?<=>)\s+/g, '').replaceAll(' />', '>');

describe('HTML that survives the way through Markdown', () => {
  it.each([
    ['headings, paragraphs and marks', '<h2>Boats</h2><p>Some <strong>big</strong> <em>lanterns</em></p>'],
    ['characters Markdown or HTML would read', '<p>a &lt;div&gt; &amp;lt; b * _x_ [y](z) # 1. </p>'],
    ['paragraphs that look like lists', '<p>1. not a list</p><p># no heading</p><p>+ x</p><p>- y</p>'],
    ['an address that is not a link', '<p>http://a.example/c_d_e</p>'],
    ['nested lists', '<ul><li>one</li><li>two<ul><li>three</li></ul></li></ul><ol start="3"><li>x</li></ol>'],
    ['a table with merged cells', '<table><tbody><tr><td colspan="2">a <b>b</b></td></tr></tbody></table>'],
    [
      'styles, classes and targets',
      '<p style="text-align:center">mid</p><p><a href="/x" target="_blank" rel="noopener">l</a></p>',
    ],
    ['a figure', '<figure class="w"><img src="/a.png" alt="b"><figcaption>Cap</figcaption></figure><p>e</p>'],
    ['a picture with a size', '<p><img src="/imageworks/x.jpg" alt="a b" width="3"></p>'],
    ['sub, sup, mark, del', '<p>H<sub>2</sub>O x<sup>2</sup> <mark>m</mark> <del>d</del></p>'],
    ['code with a language', '<pre><code class="language-js">a &lt; b\n\nc\n</code></pre>'],
    ['preformatted text', '<pre>plain\n\n  x</pre>'],
    ['quotes and rules', '<blockquote><p>q</p><p>r</p></blockquote><hr><p>line<br>two</p>'],
    ['an embedded film', '<iframe src="https://www.youtube.com/embed/x"></iframe>'],
  ])('%s', async (_what, html) => {
    const stored = sanitizeRichText(html);
    const sent = `${rendered(stored, 'markdown')}\n\nMore`;
    expect(flat(await htmlFrom(sent, 'markdown', { stored, clean, conversions }))).toBe(
      flat(`${stored.replaceAll(/<(\/?)b>/g, '<$1b>')}<p>More</p>`),
    );
  });
});

it.each([
  ['two lists in a row', '<ul><li>a</li></ul><ul><li>b</li></ul>', 'markdown', '<ul>'],
  ['a heading', '<h2>a</h2><p>b</p>', 'text', '<h2>'],
])('%s is named where the format would lose it', async (_what, stored, format, named) => {
  const sent = htmlFrom('Other', format as 'markdown', { stored, clean, conversions });
  await expect(sent).rejects.toThrow(named);
});

it('plain text becomes paragraphs over plain text', async () => {
  const html = await htmlFrom('a < b\nc\n\nd & e', 'text', { stored: '<p>x</p>', clean, conversions });
  expect(html).toBe('<p>a &lt; b<br />c</p>\n<p>d &amp; e</p>');
});

describe('long markup', () => {
  const long = sanitizeRichText('<h2>Boats</h2><p>Some <strong>big</strong> lanterns</p>'.repeat(500));

  it('is converted as short markup is, without holding other work up', async () => {
    let turns = 0;
    const ticking = setInterval(() => {
      turns += 1;
    }, 1);
    const shown = await conversions.read(long, 'markdown');
    clearInterval(ticking);
    expect(shown).toBe(rendered(long, 'markdown'));
    expect(turns).toBeGreaterThan(0);
    const sent = `${shown}\n\nMore`;
    const html = await htmlFrom(sent, 'markdown', { stored: long, clean, conversions });
    expect(flat(html)).toBe(flat(`${long}<p>More</p>`));
    expect(await htmlFrom(shown, 'markdown', { stored: long, clean, conversions })).toBe(long);
  });

  it('that takes too long to convert is shown as plain text, and not written as Markdown', async () => {
    const brief = new Conversions(undefined, { deadlineMs: 200 });
    onTestFinished(() => brief.close());
    const stored = `${'<b>'.repeat(8000)}deep${'</b>'.repeat(8000)}`;
    expect(await brief.read(stored, 'markdown')).toBe('deep');
    const sent = htmlFrom('Other', 'markdown', { stored, clean, conversions: brief });
    await expect(sent).rejects.toThrow('Send HTML with the format "html"');
  });
});
