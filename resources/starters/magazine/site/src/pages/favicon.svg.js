import { content } from '../content.js';

export async function GET() {
  const { settings } = await content();
  return new Response(settings.mark, { headers: { 'content-type': 'image/svg+xml' } });
}
