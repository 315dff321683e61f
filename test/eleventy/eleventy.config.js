/**
 * A small site built from a running Plinth:
 *
 *   npx plinth exec --data DIR -- npx @11ty/eleventy --config test/eleventy/eleventy.config.js
 *
 * `PLINTH_URL` and `PLINTH_KEY` say where the content is, `ELEVENTY_OUTPUT` where the pages go (`_site`).
 */
import { relative } from 'node:path';

/** A day as people write it; days have no time zone, so they are read and written in UTC. */
function longDate(value, language = 'en-GB') {
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return '';
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(date);
}

export default function configure(eleventy) {
  const input = relative(process.cwd(), import.meta.dirname) || '.';
  eleventy.addFilter('longDate', longDate);
  eleventy.addPassthroughCopy({ [`${input}/assets`]: 'assets' });
  return {
    dir: { input, output: process.env.ELEVENTY_OUTPUT ?? '_site' },
    htmlTemplateEngine: 'njk',
  };
}
