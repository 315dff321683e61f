// For Hugo before 0.126: writes a content file for each published post.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createClient } from 'plinth/client';

await rm('content/posts', { recursive: true, force: true });
await mkdir('content/posts', { recursive: true });
for await (const post of createClient()
  .collection('posts')
  .all({ expand: ['author'] })) {
  const { id, title, date, content = '' } = post;
  await writeFile(`content/posts/${id}.html`, `${JSON.stringify({ title, date, post })}\n\n${content}`);
}
