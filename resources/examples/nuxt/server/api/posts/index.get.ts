export default defineEventHandler(() => listPosts());
