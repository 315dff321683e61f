import { content } from '../content.js';

export async function GET() {
  const { studio } = await content();
  return new Response(studio.mark, { headers: { 'content-type': 'image/svg+xml' } });
}
