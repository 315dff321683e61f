import { content, escapeXml, grouped, slug } from '../content.js';

export async function GET({ site }) {
  const { articles, authors, pages } = await content();
  const paths = [
    '/',
    '/journal/',
    '/topics/',
    '/tags/',
    '/authors/',
    ...articles.filter(({ hidden }) => !hidden).map(({ id }) => `/journal/${id}/`),
    ...authors.map(({ id }) => `/authors/${id}/`),
    ...pages.filter(({ hidden }) => !hidden).map(({ id }) => `/${id}/`),
    ...grouped(articles, 'categories').map(([name]) => `/topics/${slug(name)}/`),
    ...grouped(articles, 'tags').map(([name]) => `/tags/${slug(name)}/`),
  ];
  const urls = paths.map((path) => `<url><loc>${escapeXml(new URL(path, site).href)}</loc></url>`);
  return new Response(
    `<?xml version="1.0" encoding="utf-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`,
    { headers: { 'content-type': 'application/xml' } },
  );
}
