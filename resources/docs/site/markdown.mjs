/** Markdown of the documentation as HTML: headings with anchors, tables that scroll, links between pages. */
import { Marked } from 'marked';

const escaped = (text) =>
  text.replace(/[&<>"]/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[char]);

const plain = (html) =>
  html
    .replace(/<[^>]+>/g, '')
    .replace(/&(?:lt|gt|quot|amp|#39);/g, (entity) => ENTITIES[entity])
    .trim();
const ENTITIES = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&', '&#39;': "'" };

/** The anchors GitHub makes of headings. */
export function anchors() {
  const used = new Set();
  return (text) => {
    const slug = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-');
    let anchor = slug;
    for (let count = 1; used.has(anchor); count += 1) anchor = `${slug}-${count}`;
    used.add(anchor);
    return anchor;
  };
}

/** The HTML of a page, and its headings. */
export function render(text) {
  const headings = [];
  const anchorOf = anchors();
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const inner = this.parser.parseInline(tokens);
        const anchor = anchorOf(plain(inner));
        headings.push({ depth, anchor, text: plain(inner) });
        if (depth === 1) return `<h1 id="${anchor}">${inner}</h1>\n`;
        return `<h${depth} id="${anchor}"><a href="#${anchor}">${inner}</a></h${depth}>\n`;
      },
      code({ text: code, lang }) {
        const [language, ...title] = (lang ?? '').split(' ');
        const block = `<pre tabindex="0"${language ? ` data-language="${escaped(language)}"` : ''}><code>${escaped(code)}</code></pre>`;
        return title.length === 0
          ? `${block}\n`
          : `<figure class="code"><figcaption>${escaped(title.join(' '))}</figcaption>${block}</figure>\n`;
      },
      table(token) {
        // A header cell without text is no header.
        const cell = (tag, { tokens, text }) =>
          text === '' ? '<td></td>' : `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`;
        const cells = (tag, row) => `<tr>${row.map((one) => cell(tag, one)).join('')}</tr>`;
        const body = token.rows.map((row) => cells('td', row)).join('\n');
        return `<div class="table" tabindex="0"><table><thead>${cells('th', token.header)}</thead><tbody>${body}</tbody></table></div>\n`;
      },
    },
  });
  const html = marked.parse(text);
  return { html, headings };
}

/** The parts of the HTML of a page that a search finds, one for each heading. */
export function sections(html) {
  const spaced = html.replace(/<\/(?:td|th|li|p)>/g, ' $&');
  return spaced.split(/(?=<h[123] id=")/).flatMap((part) => {
    const [, anchor, heading] = /^<h[123] id="([^"]*)">(.*?)<\/h[123]>/.exec(part) ?? [];
    if (anchor === undefined) return [];
    const body = plain(part.replace(/^<h[123].*?<\/h[123]>/, '')).replace(/\s+/g, ' ');
    return [{ anchor, heading: plain(heading), text: body }];
  });
}
