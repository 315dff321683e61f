import { describe, expect, it } from 'vitest';
import { removesMarkup } from '../../../server/properties/styledtext/removed.js';
import { plainText, sanitizeRichText } from '../../../server/properties/styledtext/sanitize.js';
import { sanitizeSvg } from '../../../server/properties/svg/sanitize.js';

/** What must not survive in any spelling. */
const ACTIVE =
  /<script|<style|<object|<embed|<form|<input|<meta|<base|<link|\son\w+\s*=|javascript:|vbscript:|srcdoc|data-/i;

const HOSTILE = [
  '<script>alert(1)</script>',
  '<ScRiPt src=//evil.example></sCrIpT>',
  '<img src=x onerror=alert(1)>',
  '<img/src=x/onerror=alert(1)>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href=" &#106;avascript:alert(1)">x</a>',
  '<a href="vbscript:x">x</a>',
  '<a href="data:text/html,<script>x</script>">x</a>',
  '<iframe srcdoc="<script>x</script>"></iframe>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<form action="javascript:x"><input name=attributes></form>',
  '<object data="x.swf"></object><embed src=x>',
  '<meta http-equiv=refresh content="0;url=javascript:x"><base href="//evil.example">',
  '<p style="background:url(javascript:x)" data-x="1">x</p>',
  '<p style="position:fixed;inset:0">x</p>',
  '<template><script>x</script></template>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<p/onclick=x>a</p><b onmouseover=alert(1) >b</b>',
  '<video><source onerror="x" src=x></video>',
  '<x-y onclick=alert(1)>z</x-y>',
  '<details ontoggle=x open>a</details>',
];

describe('styled text', () => {
  it('is given back alike whether the library had to look at it or not', () => {
    const bits =
      '<p>|</p>|<h2>|</h2>|<b>|</b>|<em>|</em>|<p>x</p>|<p></p>|<p>a <b>b</b></p>|<b>x</b>| |\n|\r\n|\u00a0|x|é"\'`|=|/|>|&';
    const pieces = bits.split('|');
    // Each of some thousand combinations, the same in every run; the comment is more than the short way takes.
    for (let number = 0; number < 6000; number += 1) {
      const at = [number, number * 7, Math.floor(number / 23), Math.floor(number / 529)];
      const html = at.map((place) => pieces[place % pieces.length]).join('');
      expect(sanitizeRichText(html), html).toBe(sanitizeRichText(`${html}<!-- -->`));
    }
  });

  it.each(HOSTILE)('drops what could run from %s', (html) => {
    const clean = sanitizeRichText(html);
    expect(clean).not.toMatch(ACTIVE);
    expect(clean).not.toMatch(/position:|url\(/);
    expect(sanitizeRichText(clean)).toBe(clean);
  });

  it.each([
    '<h2 id="route">Route</h2><ul><li>one</li></ul><ol start="3"><li>two</li></ol>',
    '<p><a href="/walks" title="t">a</a> <a href="mailto:a@b.example">m</a> <a href="#route">r</a></p>',
    '<figure class="wide"><img src="/imageworks/a/b/c.jpg" alt="" width="640" /><figcaption>c</figcaption></figure>',
    '<img src="data:image/png;base64,AAAA" alt="pasted" />',
    '<table><thead><tr><th scope="col" colspan="2">h</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
    '<p style="text-align:center;color:#ff0000">x</p><p><mark>m</mark> <sub>1</sub> <s>gone</s> <u>u</u></p>',
    '<pre><code class="language-js">a &lt; b</code></pre><blockquote cite="https://x.example"><p>q</p></blockquote>',
    '<video src="/stream/a/b/c" controls="" poster="/p.jpg"></video><audio src="/stream/a" controls=""></audio>',
    '<details open=""><summary>s</summary>t</details><p>a<br />b</p><hr />',
    '<iframe src="https://www.youtube-nocookie.com/embed/x" allowfullscreen="" loading="lazy"></iframe>',
  ])('keeps %s', (html) => {
    expect(sanitizeRichText(html)).toBe(html);
  });

  it('drops embeds from hosts it does not know, box and all', () => {
    expect(sanitizeRichText('<p>a</p><iframe src="https://evil.example/x"></iframe>')).toBe('<p>a</p>');
    expect(sanitizeRichText('<iframe src="//www.youtube.com.evil.example/x"></iframe>')).toBe('');
  });

  it('gives a link into a new tab no opener', () => {
    expect(sanitizeRichText('<a href="https://x.example" target="_blank">x</a>')).toContain('rel="noopener"');
  });

  it('cuts empty paragraphs at both ends and leaves those between', () => {
    expect(sanitizeRichText('<p></p><p>&nbsp;</p><p>a</p><p></p><p>b</p><p><br></p><p></p>')).toBe(
      '<p>a</p><p></p><p>b</p>',
    );
    expect(sanitizeRichText('<p>a</p><pre></pre>')).toBe('<p>a</p><pre></pre>');
  });

  it('is done with long hostile text in time that grows with its length only', () => {
    const many = 20_000;
    expect(sanitizeRichText('<p></p>'.repeat(many))).toBe('');
    expect(sanitizeRichText(`<p>a</p>${'<p>\u00a0 </p>'.repeat(many)}`)).toBe('<p>a</p>');
  });

  it.each([
    ['<b>', 'nested'],
    ['<x-unknown>', 'nested'],
    ['<svg>', 'nested'],
    ['<br>', 'tags'],
    ['<p>', 'tags'],
    ['<i></i>', 'tags'],
    ['<p>a</p>', 'tags'],
    ['<p></p>', 'tags'],
  ])('rejects %s beyond the limits', (tag, limit) => {
    const refusal = limit === 'nested' ? /deeper than 200 levels/ : /more than 100,000 tags/;
    expect(() => sanitizeRichText(tag.repeat(100_001))).toThrow(refusal);
    expect(() => sanitizeRichText(tag.repeat(200))).not.toThrow();
    expect(() => sanitizeRichText(`</b>${tag.repeat(100_001)}`)).toThrow(refusal);
  });
});

describe('what sanitising omits', () => {
  const lost = (html: string) => removesMarkup(html, sanitizeRichText(html));

  // A quoted or unquoted value may hold what looks like an attribute.
  const losing = HOSTILE.filter((html) => !html.startsWith('<img/src'));

  it.each([...losing, '<p>a</p><!-- note -->', '<p class="a" data-x="1">b</p>', '<p>List<String> it</p>'])(
    'is noticed in %s',
    (html) => {
      expect(lost(html)).toBe(true);
    },
  );

  it.each([
    '<img/src=x/onerror=alert(1)>',
    '<p>a</p>',
    '<P>a<BR>b</P><IMG SRC=x ALT="">',
    '<p></p><p>a</p><p>&nbsp;</p>',
    '<p>a<p>b',
    'a < b & c',
    '<p style="color: red; width:10px">a</p>',
    '<a href="https://example.org" target="_blank">x</a>',
    "<p title='a > b'>c</p>",
  ])('is nothing in %s', (html) => {
    expect(lost(html)).toBe(false);
  });

  it('is looked for in time that grows with the length only', () => {
    const many = 200_000;
    expect(removesMarkup('<a '.repeat(many), '')).toBe(true);
    expect(removesMarkup(`<a ${'="'.repeat(many)}`, '')).toBe(true);
    expect(removesMarkup(`<p ${'a '.repeat(many)}>`, '<p>')).toBe(true);
    expect(removesMarkup('<!--'.repeat(many), '')).toBe(true);
  });
});

describe('text read without its markup', () => {
  it('has a space where a tag was', () => {
    expect(plainText('<p>one</p><p>two &amp; three</p>')).toBe('one two & three');
  });
});

describe('drawings', () => {
  it.each([
    '<svg><script>alert(1)</script></svg>',
    '<svg onload="x()"><g onclick="y()"/></svg>',
    '<svg><a href="javascript:alert(1)"><text>x</text></a></svg>',
    '<svg><a xlink:href="java&#10;script:x"><text>x</text></a></svg>',
    '<svg><foreignObject><iframe src="x"/></foreignObject></svg>',
    '<svg><style>@import url(//evil.example)</style></svg>',
    '<svg><animate attributeName="href" to="javascript:x"/></svg>',
    '<svg><set attributeName="onmouseover" to="x"/></svg>',
    '<svg><rect style="fill:url(//evil.example/x)"/><rect fill="url(https://evil.example/x)"/></svg>',
    '<svg><rect style="f\\69ll:u\\72l(//evil.example/x)"/></svg>',
    '<svg><use href="https://evil.example/x.svg#a"/><image href="https://evil.example/x.png"/></svg>',
    '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg><text>&x;</text></svg>',
    '<svg><title></title><![CDATA[<script>x</script>]]></svg>',
  ])('lose what could run or phone home: %s', (svg) => {
    const clean = sanitizeSvg(svg);
    expect(clean).toMatch(/^<svg/);
    expect(clean).not.toMatch(
      /<script|<style|foreignObject|\son\w+=|script:|evil\.example|ENTITY|<animate|<set/i,
    );
    expect(sanitizeSvg(clean)).toBe(clean);
  });

  it.each([
    '<svg viewBox="0 0 2 2" xmlns="http://www.w3.org/2000/svg"><path d="M0 0h2v2z" fill="none" stroke-width="2"/></svg>',
    '<svg><defs><linearGradient id="a" gradientUnits="userSpaceOnUse"><stop offset="0" stop-color="red"/></linearGradient></defs><rect fill="url(#a)" style="opacity:0.5"/><use href="#a"/></svg>',
    '<svg aria-hidden="true" class="icon"><title>Boat &amp; river</title><text x="1" font-size="2">a &lt; b</text></svg>',
    '<svg><image href="data:image/png;base64,AAAA" width="2"/><animate attributeName="opacity" values="0;1" dur="1s"/></svg>',
  ])('stay byte for byte when they are harmless: %s', (svg) => {
    expect(sanitizeSvg(svg)).toBe(svg);
  });
});
