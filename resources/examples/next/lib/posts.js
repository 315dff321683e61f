import { createClient } from 'plinth/client';

export const { image, richText, collection } = createClient();

const posts = collection('posts');

/** Every published post, newest first, without its text. */
export const listPosts = () =>
  posts.all({ sort: ['-date'], expand: ['author'], fields: ['title', 'date', 'summary', 'author.name'] });

export const getPost = (id) => posts.get(id, { expand: ['author'] });
