export default defineEventHandler(async (event) => {
  const post = await getPost(getRouterParam(event, 'id') ?? '');
  if (!post) throw createError({ statusCode: 404, statusMessage: 'Page not found' });
  const { title, date, author, summary } = post;
  return {
    ...{ title, date, author, summary },
    hero: image(post.image, { sizes: '(min-width: 42rem) 42rem, 100vw' }),
    html: richText(post.content),
  };
});
