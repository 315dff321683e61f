/** The address of the finished site, for feeds, the sitemap and shared links. */
export const SITE = 'https://kestrel.example';
