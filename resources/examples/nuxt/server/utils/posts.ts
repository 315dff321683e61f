import { createClient, type ImageValue } from 'plinth/client';

interface Folder {
  posts: {
    object: {
      id: string;
      title: string;
      date: string;
      author?: string;
      summary?: string;
      image?: ImageValue;
      content?: string;
    };
    relations: { author: 'authors' };
  };
  authors: { object: { id: string; name: string }; relations: object };
}

export const { image, richText, collection } = createClient<Folder>();

const posts = collection('posts');

/** Every published post, newest first, without its text. */
export const listPosts = () =>
  posts.all({ sort: ['-date'], expand: ['author'], fields: ['title', 'date', 'summary', 'author.name'] });

export const getPost = (id: string) => posts.get(id, { expand: ['author'] });
