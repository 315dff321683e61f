/** The address of the finished site, for the sitemap and shared links. */
export const SITE = 'https://haldenrowe.example';
