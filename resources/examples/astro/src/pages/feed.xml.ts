import rss from '@astrojs/rss';
import { listPosts, site } from '../posts';

export const GET = async (context) =>
  rss({
    ...site,
    site: context.site,
    items: (await listPosts()).map(({ id, data }) => ({
      title: data.title,
      description: data.summary,
      pubDate: new Date(data.date),
      link: `/posts/${id}/`,
    })),
  });
