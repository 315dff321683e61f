import { listPosts } from '$lib/server/posts.js';

export const load = async () => ({ posts: await listPosts() });
