import { content, escapeXml, image, richText } from '../content.js';

export async function GET({ site }) {
  const { articles, settings } = await content();
  const items = articles.slice(0, 20).map((article) => {
    const link = new URL(`/journal/${article.id}/`, site).href;
    const enclosure = image(article.image, { widths: [1200], format: 'jpg' });
    return `<item>
<title>${escapeXml(article.title)}</title>
<link>${link}</link>
<guid>${link}</guid>
<pubDate>${new Date(article.date).toUTCString()}</pubDate>
<description>${escapeXml(article.summary)}</description>
${enclosure ? `<enclosure url="${escapeXml(enclosure.src)}" type="image/jpeg" length="0"/>` : ''}
<content:encoded><![CDATA[${richText(article.content, { widths: [] }).replaceAll(']]>', ']]&gt;')}]]></content:encoded>
</item>`;
  });
  const feed = `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>
<title>${escapeXml(settings.title)}</title>
<link>${site}</link>
<description>${escapeXml(settings.description)}</description>
<language>${settings.language}</language>
${items.join('\n')}
</channel></rss>
`;
  return new Response(feed, { headers: { 'content-type': 'application/rss+xml' } });
}
