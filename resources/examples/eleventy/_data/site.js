export default {
  url: 'https://example.org',
  title: 'My blog',
  description: 'Posts about this and that.',
};
