import { content, image } from '../content.js';

const escapeXml = (text) => String(text).replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

export async function GET({ site }) {
  const { projects, studio } = await content();
  const items = projects.map((project) => {
    const link = new URL(`/work/${project.id}/`, site).href;
    const enclosure = image(project.cover, { widths: [1200], format: 'jpg' });
    return `<item><title>${escapeXml(project.title)}</title><link>${link}</link><guid>${link}</guid><pubDate>${new Date(project.finished).toUTCString()}</pubDate><description>${escapeXml(project.summary)}</description>${enclosure ? `<enclosure url="${escapeXml(enclosure.src)}" type="image/jpeg" length="0"/>` : ''}</item>`;
  });
  return new Response(
    `<?xml version="1.0" encoding="utf-8"?>\n<rss version="2.0"><channel><title>${escapeXml(studio.name)}</title><link>${site}</link><description>${escapeXml(studio.claim)}</description>\n${items.join('\n')}\n</channel></rss>\n`,
    { headers: { 'content-type': 'application/rss+xml' } },
  );
}
