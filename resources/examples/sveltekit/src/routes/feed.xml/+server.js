import { listPosts } from '$lib/server/posts.js';
import { site } from '$lib/site.js';

export const prerender = true;

const escaped = (text = '') => text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`);

export async function GET() {
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
  const feed = `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0">
  <channel>
    <title>${escaped(site.title)}</title>
    <link>${site.url}/</link>
    <description>${escaped(site.description)}</description>${items.join('')}
  </channel>
</rss>
`;
  return new Response(feed, { headers: { 'content-type': 'application/rss+xml; charset=utf-8' } });
}
