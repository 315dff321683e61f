import { defineCollection } from 'astro:content';
import { plinthLoader } from 'plinth/astro';

const posts = defineCollection({ loader: plinthLoader('posts', { expand: ['author'], content: 'content' }) });
export const collections = { posts };
