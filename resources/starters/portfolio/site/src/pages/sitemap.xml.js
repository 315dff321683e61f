import { content } from '../content.js';

export async function GET({ site }) {
  const { projects, services } = await content();
  const paths = [
    '/',
    '/de/',
    '/work/',
    '/studio/',
    ...projects.map(({ id }) => `/work/${id}/`),
    ...services.map(({ id }) => `/services/${id}/`),
  ];
  const urls = paths.map((path) => `<url><loc>${new URL(path, site).href}</loc></url>`);
  return new Response(
    `<?xml version="1.0" encoding="utf-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`,
    { headers: { 'content-type': 'application/xml' } },
  );
}
