import plinth from 'plinth/eleventy';

const pages = { permalink: '/posts/{{ item.id }}/', layout: 'post.njk' };
const posts = { sort: ['-date'], expand: ['author'], pages };
const longDate = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

export default (eleventy) => {
  eleventy.addPlugin(plinth, { collections: { posts } });
  eleventy.addPassthroughCopy('style.css');
  eleventy.addFilter('rfc822', (date) => new Date(date).toUTCString());
  eleventy.addFilter('longDate', (date) => longDate.format(new Date(date)));
};
