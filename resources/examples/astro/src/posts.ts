import { getCollection } from 'astro:content';

export const site = { title: 'My blog', description: 'Posts about this and that.' };

/** Every published post, newest first. */
export const listPosts = async () =>
  (await getCollection('posts')).sort((a, b) => (a.data.date < b.data.date ? 1 : -1));
