/** Every page's title: a post's own, else the site's. */
export default {
  title: (data) => data.post?.title ?? data.plinth.site.title,
};
