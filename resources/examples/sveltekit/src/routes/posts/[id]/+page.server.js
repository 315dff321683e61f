import { error } from '@sveltejs/kit';
import { getPost, image, listPosts, richText } from '$lib/server/posts.js';

export const entries = async () => (await listPosts()).map(({ id }) => ({ id }));

export async function load({ params }) {
  const post = await getPost(params.id);
  if (!post) error(404, 'Page not found');
  const { title, date, author, summary } = post;
  return {
    post: { title, date, author, summary },
    hero: image(post.image, { sizes: '(min-width: 42rem) 42rem, 100vw' }),
    html: richText(post.content),
  };
}
