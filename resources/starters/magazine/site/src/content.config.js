/** The collections of the folder that the site shows. */
import { defineCollection } from 'astro:content';
import { plinthLoader } from 'plinth/astro';

const read = (name, options) => defineCollection({ loader: plinthLoader(name, options) });

export const collections = {
  articles: read('blog', { expand: ['author', 'related'] }),
  authors: read('authors'),
  pages: read('pages'),
  site: read('site'),
};
