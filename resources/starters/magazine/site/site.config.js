/** The address of the finished site, for feeds, the sitemap and shared links: --site-url of the script `build` in package.json. */
export const SITE = process.env.PLINTH_SITE_URL ?? 'http://localhost:4321';
