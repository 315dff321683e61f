const escaped = (text = '') => text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`);

export default defineEventHandler(async (event) => {
  const items = (await listPosts()).map(
    ({ id, title, summary, date }) => `
    <item>
      <title>${escaped(title)}</title>
      <link>${site.url}/posts/${id}/</link>
      <guid>${site.url}/posts/${id}/</guid>
      <pubDate>${new Date(date).toUTCString()}</pubDate>
      <description>${escaped(summary)}</description>
    </item>`,
  );
  setHeader(event, 'content-type', 'application/rss+xml; charset=utf-8');
  return `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0">
  <channel>
    <title>${escaped(site.title)}</title>
    <link>${site.url}/</link>
    <description>${escaped(site.description)}</description>${items.join('')}
  </channel>
</rss>
`;
});
